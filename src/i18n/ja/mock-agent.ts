import type { mockAgent as en } from '../en/mock-agent.ts';

export const mockAgent: typeof en = {
  about: 'この端末で動く、台本どおりのエージェント（試験とデモ用）',
  options: {
    mcpConfig: 'MCP 設定（どの伝令を起動するか、どの役か）',
    record: '端末からの全バイトの記録先。ディレクトリならその中の {role}.jsonl',
    control: '命令を受ける Unix ソケット。ディレクトリならその中の {role}.sock',
    bootMs: '起動にかける時間（ミリ秒）',
    script: '起動時にすることと、言葉に応じてすること',
    play: '芝居での役どころ（指揮系統と言語）',
    roleName: 'MCP 設定とは別の役の名前',
    ritual: '起動時に渡される儀式（記録に残すだけ）',
    resume: '続ける会話（記録に残すだけ）',
    state: 'フックのないエージェントのように、観測された状態を書かない',
  },
  notMilliseconds: (given) => `--boot-ms にはミリ秒を指定してください（今は ${given}）`,
  examples: { plain: '役を演じる', record: '打ち込まれたものを記録する' },
};
