// Words without a subject of their own: neither indexed nor searched.
const ENGLISH = `
a about above after again all also always am an and any anybody anyone are as at be because been before being below best between both but by
came can cannot come comes could did do does doing done down during each either else ever every everything few for from further get gets getting
give go goes going good got had has have having he her here hers him his how however i if in instead into is it its itself just keep keeps kept
let like made make makes making many may me might mine more most much must my need needs neither never no none nor not nothing now of off often on
once one only onto or other others our ours out over own per please put rather really same see seen shall she should since so some somebody
someone something sometimes still such take takes than that the their theirs them then there these they thing things this those through to too
under until up upon us use used uses using very via want wanted wants was way ways we well were what whatever when where whether which while who
whole whom whose why will with within without won would yet you your yours
`;

const JAPANESE = `
する いる ある なる できる でき した して しまう しまっ しまい せる れる られる させる くる おく みる いく もらう くれる あげる やる よい いい ない なく なかっ
こと もの とき ため よう ところ うち ほう まま わけ はず たび など だけ まで から より ほど くらい ぐらい ばかり しか さえ でも とも ずつ ごと
これ それ あれ どれ この その あの どの ここ そこ あそこ どこ こう そう ああ どう こんな そんな どんな なぜ なに いつ だれ いくつ いくら
です ます でし まし だっ たら れば なら ので のに けど ても では には への とは にて って という ください ほしい たい べき べし だろう でしょう
そして しかし また ただし さらに すぐ もう まだ とても すべて ある程度 すれ ちゃう うまく ちゃんと きちんと
方法 場合 時 事 物 為 方 何 私 我々 人 者 的 中 後 前 間 上 下 際 等 他 何か 何故 誰 必ず 全て 良い 無い 有る 教え 下さい 欲しい
`;

export const STOP_WORDS: ReadonlySet<string> = new Set(
  `${ENGLISH} ${JAPANESE}`.split(/\s+/).filter((word) => word !== ''),
);
