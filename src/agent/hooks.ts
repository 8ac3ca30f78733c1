import { quoteForShell as quote } from '../kit/sh-quote.ts';
import type { LaunchOrder } from './agent.ts';

/** How one agent names what the script reads and prints; Claude Code's names where nothing is said. */
export interface HookDialect {
  /** Fields of the text that a hook is given. */
  session: string;
  transcript: string;
  prompt: string;
  /** Of a turn that failed: its error, the pattern of those that are a limit, and the words for it. */
  error: string;
  limited: string;
  said: string;
  /** The field with which those of an event begin, behind those that every event has; '' where it is not known. */
  own: string;
  /** A field that only a subagent's events have: among those that every event has, where these are known. */
  subagent: string;
  /** Whether a subagent ends its turns, and begins them, by the events of its agent. */
  doubles: boolean;
  /** Where the transcript is, in the shell's words, if the start does not say. */
  transcriptAt: string;
  /** The events to whose output context is added. */
  start: string;
  /**
   * What is said at the start: what is lost and what is owed, to the conversation; or the ritual alone, where all
   * of it becomes a part of the system prompt.
   */
  atStart: 'news' | 'ritual';
  /** How a conversation that was cleared is known at its start: it says so, or is not the one on record. */
  cleared: 'said' | 'other';
  /** How context is added: to the event by its name, or by itself. */
  context: 'named' | 'plain';
  tool: string;
  toolfail: string;
  /** How a hook at the end of a turn has the agent go on: by context, or by a refusal with a reason. */
  stop: 'context' | 'block';
  /** A folder by whose name transcripts are known only as long as the seat is there, and what it leads to. */
  link?: string;
  real?: string;
}

const CLAUDE: HookDialect = {
  session: 'session_id',
  transcript: 'transcript_path',
  prompt: 'prompt',
  error: 'error',
  limited: 'rate_limit',
  said: 'last_assistant_message',
  own: 'hook_event_name',
  subagent: 'agent_id',
  doubles: false,
  transcriptAt: '',
  start: 'SessionStart',
  atStart: 'news',
  cleared: 'said',
  context: 'named',
  tool: 'PostToolUse',
  toolfail: 'PostToolUseFailure',
  stop: 'context',
};

/**
 * What an agent runs at a turning point of its conversation: one shell line, which reads `hooks/{role}.sh`. In a
 * subshell, and never failing: a hook that ends with 2 would take a person's prompt away, and a relay
 * directory may be gone before its agents are.
 */
export const hookLine = (event: HookEvent, script: string): string =>
  `(e=${event}; . ${quote(script)}) 2>/dev/null || :`;

/** A line of ours, for whatever script. */
export const HOOK_LINE = /^\(e=[a-z]+; \. '.*'\) 2>\/dev\/null \|\| :$/s;

/** The hooks of Claude Code. */
export function hookSettings(script: string): Record<string, unknown> {
  const on = (event: HookEvent, matcher?: string) => [
    {
      ...(matcher !== undefined && { matcher }),
      hooks: [{ type: 'command', command: hookLine(event, script) }],
    },
  ];
  return {
    SessionStart: on('start'),
    UserPromptSubmit: on('prompt'),
    PostToolUse: on('tool'),
    PostToolUseFailure: on('toolfail'),
    PermissionRequest: on('ask'),
    Notification: on('ask', 'permission_prompt|elicitation_dialog'),
    Stop: on('stop'),
    StopFailure: on('fail'),
    SessionEnd: on('end'),
  };
}

/** `begin`: a tool is about to run, where the begin of a turn may have gone unheard. */
export type HookEvent =
  'start' | 'prompt' | 'begin' | 'tool' | 'toolfail' | 'ask' | 'stop' | 'fail' | 'end';

/**
 * The script of one role. It keeps `state/{role}`, counts the turns the model has finished, and tells of
 * mail when a wake is owed and not yet told of (R7): a hook that finds nothing to do starts no
 * program. Written in place and always as many bytes, the state is whole for every reader.
 *
 * Stop writes idle *before* it tests the flag; a herald raises the flag before it reads the state: one
 * of the two sees the other. A subagent's events come with an `agent_id`, and are not its agent's.
 */
export function hookScript(
  { role, relayDir, mailText = '', ritual, words }: HookOrder,
  own: Partial<HookDialect> = {},
): string {
  const dialect: HookDialect = { ...CLAUDE, ...own };
  const [before = '', after = ''] = words.mail(PLACE).split(PLACE).map(inJson);
  const told = `${quote(before)}"$\{n##*-}"${quote(after)}`;
  const isSystem = dialect.atStart === 'ritual';
  const again = ritual?.delivery === 'typed' ? inJson(`${words.role}\n\n${ritual.text}`) : '';
  const isGiven = isSystem && ritual?.delivery === 'system-prompt';
  return SCRIPT.replaceAll(/@(\w+)@/g, (_, name: string) => {
    if (name === 'dir') return quote(relayDir);
    if (name === 'mail') return quote(mailText);
    if (name === 'role') return quote(role);
    if (name === 'stopped')
      return dialect.stop === 'block' ? `refuse ${told}` : `tell Stop ${told}`;
    if (name === 'ritual') return isGiven ? quote(inJson(ritual.text)) : `''`;
    if (name === 'news') return isSystem ? ':' : `owed && c="$c\${c:+\\\\n\\\\n}"${told}`;
    if (name === 'link' || name === 'real') return quote(dialect[name] ?? '');
    if (name === 'hear') return dialect.own === '' ? 'cat' : 'head -c "${1:-4000}"';
    if (name === 'shared') return dialect.own === '' ? '$in' : `\${in%%'"${dialect.own}"'*}`;
    if (name === 'guard') return dialect.doubles ? GUARD : '';
    if (name === 'other') return dialect.cleared === 'other' ? OTHER : '';
    if (name === 'context') return CONTEXTS[dialect.context];
    if (name === 'transcriptAt') return dialect.transcriptAt;
    if (Object.hasOwn(dialect, name)) return String(dialect[name as keyof HookDialect] ?? '');
    return name === 'told' ? told : quote(again);
  });
}

export type HookOrder = Pick<LaunchOrder, 'role' | 'relayDir' | 'mailText' | 'ritual' | 'words'>;

const PLACE = '\u0000';

const GUARD = `case $e in start | ask) ;; *) in_subagent && exit 0 ;; esac\n`;

const OTHER = `o=
  [ -s "$d/conversation/$r" ] && read -r o <"$d/conversation/$r"
  case $o in '' | *"\\"$id\\""*) ;; *) source=clear ;; esac
  `;

const CONTEXTS: Readonly<Record<HookDialect['context'], string>> = {
  named: `'{"hookSpecificOutput":{"hookEventName":"%s","additionalContext":"%s"}}\\n' "$1" "$2"`,
  plain: `'{"additionalContext":"%s"}\\n' "$2"`,
};

const SCRIPT = `# Sourced by the hooks of one agent; $e says by which.
umask 077
d=@dir@ r=@role@ q=@mail@

read_state() {
  s= turns=
  [ -s "$d/state/$r" ] && read -r s <"$d/state/$r" && turns=\${s#*'"turns":"'} && turns=\${turns%%'"'*}
  case $turns in [0-9][0-9][0-9][0-9][0-9][0-9]) ;; *) s= turns=000000 ;; esac
}

# The state alone where the file is whole: a hook that runs late must not take back a turn that was counted.
write_state() {
  if [ -n "$s" ]; then printf '{"state":%s' "$1" 1<>"$d/state/$r"; else write_all "$1"; fi
}

write_all() {
  printf '{"state":%s,"turns":"%s"}\\n' "$1" "$turns" 1<>"$d/state/$r"
}

# Busy as before: only its age is new. The turn may be over by now.
renew() {
  printf '{' 1<>"$d/state/$r"
}

unread() {
  [ -z "$q" ] || { unread_in_text; return; }
  for m in "$d/inbox/$r/"*.json; do
    [ -e "$m" ] && return 0
  done
  return 1
}

# The mail is one text: an entry is unread that is not processed and in no relay's keeping. A text in
# which no entry is seen, though it is not empty, is in a form of a person's own: the flag decides.
unread_in_text() {
  [ -s "$q" ] || return 1
  sed -n 's/^[- ]*id: *["'\\'']*//p; s/^[- ]*status: *["'\\'']*//p' "$q" | (
    i= any=
    while read -r v; do
      case $v in
      msg_*) waits && exit 0 || any=1 i=\${v%%[!0-9a-z_]*} ;;
      processed*) i= ;;
      esac
    done
    [ -z "$any" ] || { waits; exit; }
    read -r v <"$q"
    [ "$v" != '[]' ]
  )
}

waits() {
  [ -n "$i" ] || return 1
  for m in "$d/collected/$r/"*/"$i" "$d/collected/$r/"*/"$i".r*; do
    [ -e "$m" ] && return 1
  done
  return 0
}

# A wake is owed, and no hold keeps it back: $n is the name of its flag.
owed() {
  [ -s "$d/pending/$r" ] && unread || return 1
  [ -e "$d/hold/$r" ] || [ -e "$d/hold/all" ] && return 1
  read -r f <"$d/pending/$r" || return 1
  n=\${f#*'"nonce":"'} n=\${n%%'"'*}
  case $n in '' | *[!0-9a-z-]*) return 1 ;; esac
}

# The process that creates the file tells, if the flag is still up: a hook may be slow.
claim() {
  (set -C && printf 'hook:%s\\n' "$1" >"$d/told/$r/$n") 2>/dev/null || return 1
  g=
  [ -s "$d/pending/$r" ] && read -r g <"$d/pending/$r"
  [ "$f" = "$g" ]
}

tell() {
  printf @context@
}

refuse() {
  printf '{"decision":"block","reason":"%s"}\\n' "$1"
}

# What the hook was given; its beginning tells all but where a field at its end is to be seen.
hear() {
  [ -n "$heard" ] || in=$(@hear@) heard=1
}

in_subagent() {
  hear
  case @shared@ in *'"@subagent@":'*) return 0 ;; esac
  return 1
}

field() {
  case $in in *"\\"$1\\":\\""*) ;; *) return 1 ;; esac
  v=\${in#*"\\"$1\\":\\""} v=\${v%%'"'*}
}

heard=
read_state
@guard@case $e in
start)
  hear
  id= t= source=
  field @session@ && id=$v
  # A quote in a path, escaped, would end it too early: better no path than another.
  if field @transcript@; then t=$v; else t="@transcriptAt@"; fi
  case $t in *\\\\ | *'"'*) t=/ ;; @link@/*) t=@real@\${t#@link@} ;; esac
  field source && source=$v
  @other@case $id in '' | *[!0-9a-f-]*) ;; *)
    printf '{"id":"%s","transcript":"%s"}\\n' "$id" "$t" >"$d/tmp/conversation-$r" &&
      mv -f "$d/tmp/conversation-$r" "$d/conversation/$r"
    ;;
  esac
  [ "$source" = compact ] || write_state '"idle"   '
  c=@ritual@
  case $source in clear | compact | resume) [ -n "$c" ] || c=@restored@ ;; esac
  @news@
  [ -z "$c" ] || tell @start@ "$c"
  ;;
prompt)
  hear
  case $in in
  *'"@prompt@":"[MESSAGE from '*'(#'*')'*)
    m=\${in#*'"@prompt@":"[MESSAGE from '} m=\${m#*'(#'} m=\${m%%')'*}
    printf '%s\\n' "$m" >"$d/heard/$r"
    ;;
  # Results of tools, on their way to the model; and what the agent itself tells of its subagents.
  *'"@prompt@":""'* | *'"@prompt@":"<system_notification>'*) ;;
  *)
    q=
    [ -s "$d/ritual/$r.json" ] && read -r q <"$d/ritual/$r.json"
    case $q in *'"due"'*) ;; *) echo >"$d/person/$r" ;; esac
    ;;
  esac
  write_state '"busy"   '
  ;;
begin)
  case $s in *'"idle"'*) in_subagent || write_state '"busy"   ' ;; esac
  ;;
tool | toolfail)
  case $s in *'"waiting"'*) write_state '"busy"   ' ;; *'"busy"'*) renew ;; esac
  owed || exit 0
  in_subagent && exit 0
  claim tool || exit 0
  renew
  if [ "$e" = tool ]; then tell @tool@ @told@; else tell @toolfail@ @told@; fi
  ;;
ask)
  case $s in *'"busy"'*) write_state '"waiting"' ;; esac
  ;;
stop)
  turns=$((1$turns + 1)) turns=\${turns#1}
  write_all '"idle"   '
  s=whole
  owed || exit 0
  claim stop || exit 0
  write_state '"busy"   '
  @stopped@
  ;;
fail | end)
  limit=
  [ "$e" = end ] || { hear 8000 && field @error@ && limit=$v; }
  case $limit in
  @limited@)
    v=
    field @said@ || :
    printf '%s\\n' "$v" >"$d/limit/$r"
    write_state '"limited"'
    ;;
  *) write_state '"idle"   ' ;;
  esac
  ;;
esac
`;

/** As it stands between the quotes of a JSON text. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
