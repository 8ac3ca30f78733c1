import { completion as en } from '../../i18n/en/completion.ts';
import { completion as ja } from '../../i18n/ja/completion.ts';
import { defineCommand, type Argument } from '../parse/define-command.ts';
import { choice } from '../parse/values.ts';

/** At every Tab a shell asks `ovld complete`, which knows the army and the language. */
const scripts = {
  bash: `# ovld: completion for bash
_ovld() {
  local reply word about
  COMPREPLY=()
  reply=$(ovld complete bash "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) || return 0
  while IFS=$'\\t' read -r word about; do
    if [[ $word == ':files' ]]; then
      compopt -o default 2>/dev/null
    elif [[ -n $word ]]; then
      COMPREPLY+=("$word")
    fi
  done <<<"$reply"
}
complete -F _ovld ovld
`,
  zsh: `#compdef ovld
# ovld: completion for zsh
_ovld() {
  local line word
  local -a described
  for line in "\${(@f)$(ovld complete zsh "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    if [[ $line == ':files'* ]]; then
      _files
      return
    fi
    word=\${line%%$'\\t'*}
    described+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
  done
  (( $#described )) && _describe -V 'ovld' described
}
if [[ $funcstack[1] == _ovld ]]; then
  _ovld "$@"
else
  compdef _ovld ovld
fi
`,
  fish: `# ovld: completion for fish
function __ovld_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    for line in (ovld complete fish $before[2..-1] "$current" 2>/dev/null)
        if string match -q ':files*' -- $line
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c ovld -f -a '(__ovld_complete)'
`,
} as const;

type Shell = keyof typeof scripts;
const shell: Argument<Shell, true> = {
  required: true,
  ...choice(Object.keys(scripts) as Shell[]),
};

export const command = defineCommand({
  group: 'machine',
  place: 5,
  texts: { en, ja },
  args: { shell },
  examples: {
    bash: 'ovld completion bash >> ~/.bashrc',
    zsh: 'ovld completion zsh > ~/.zfunc/_ovld',
    fish: 'ovld completion fish > ~/.config/fish/completions/ovld.fish',
  },
  run(given) {
    process.stdout.write(scripts[given.shell]);
  },
});
