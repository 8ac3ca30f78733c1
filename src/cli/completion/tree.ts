/** What can stand in a place: one of these words, or one that has to be looked up. */
export type Kind = 'role' | 'session' | 'formation' | 'file' | 'free' | readonly string[];

export interface OptionNode {
  flags: readonly string[];
  about: string;
  value?: Kind;
  /** May be given more than once. */
  again?: true;
}

/** The whole program as the completion knows it; made of the parser's own tree when ovld is built. */
export interface CommandNode {
  about: string;
  options: readonly OptionNode[];
  arguments: readonly Kind[];
  /** The last argument may be given again and again. */
  rest?: true;
  commands: Readonly<Record<string, CommandNode>>;
}

export interface CompletionBook {
  tree: CommandNode;
  /** Who is addressed besides the roles, by the words of the command. */
  also: Readonly<Record<string, readonly string[]>>;
}
