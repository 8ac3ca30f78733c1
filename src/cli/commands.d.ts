/** Every file of `commands/` by its name; `scripts/command-modules.mjs` makes the list. */
declare module 'virtual:commands' {
  export const commands: Readonly<Record<string, import('./parse/define-command.ts').Command>>;
}
