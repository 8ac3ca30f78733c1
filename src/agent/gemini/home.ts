import { quoteForShell as quote } from '../../kit/sh-quote.ts';

/**
 * Files that Gemini CLI makes only when it has something to keep: a link to where the person's would be has it kept
 * there.
 */
const LATER =
  'settings.json GEMINI.md keybindings.json installation_id state.json oauth_creds.json google_accounts.json ' +
  'gemini-credentials.json mcp-oauth-tokens.json mcp-oauth-tokens-v2.json a2a-oauth-tokens.json ' +
  'mcp-server-enablement.json trusted_hooks.json';

/** Folders that it makes at its start, or with the first answer to be remembered. */
const FOLDERS = 'tmp history policies acknowledgments';

/**
 * Shell lines that make a home for one seat, of links to all that is in the person's: with it the agent has their
 * login, settings, servers, memory and conversations, and writes to them, and one extension more. There is no other
 * way to give an extension to one seat, and `GEMINI_CLI_HOME` alone would move all of that.
 */
export const homeScript = ({ home, person, extension }: SeatHome): string => `(
umask 077
home=${quote(home)} person=${quote(person)}
link() {
  ln -s "$person/$1"* "$person/$1".[!.]* "$home/$1" 2>/dev/null
  rm -f "$home/$1*" "$home/$1.[!.]*"
}
rm -rf "$home"
mkdir -p "$home/.gemini/extensions"
for one in ${FOLDERS}; do mkdir -p "$person/.gemini/$one"; done
for one in ${LATER}; do ln -s "$person/.gemini/$one" "$home/.gemini/"; done
link '' && link .gemini/ && link .gemini/extensions/
rm -f "$home/.gemini/extensions/${extension.name}"
ln -s ${quote(extension.folder)} "$home/.gemini/extensions/${extension.name}"
)`;

export interface SeatHome {
  home: string;
  person: string;
  extension: { name: string; folder: string };
}
