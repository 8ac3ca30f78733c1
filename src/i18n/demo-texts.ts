export interface DemoLetter {
  subject: string;
  body: string;
}

export type DemoProgram = 'zellij' | 'tmux' | 'claude';

/** `ovld demo`. A told line has 58 columns; a wide character takes two. */
export interface DemoTexts {
  cli: {
    about: string;
    json: string;
    pause: string;
    formation: string;
    mux: string;
    transcript: string;
    plain: string;
    bastion: string;
    asTranscript: string;
    figures: string;
  };
  title(formation: string): string;
  subtitle: string;
  /** Why it is told and not shown. */
  toldBecause: {
    noMux: string;
    noTerminal: string;
    missing(mux: string): string;
    small(columns: number, rows: number): string;
    nested: string;
    unusable(why: string): string;
  };
  /** On the frame of the pane that tells the story. */
  pane: string;
  bar: string;
  starting: string;
  overSoon: string;
  left: string;
  /** What a role says of itself. */
  about: Record<
    | 'overlord'
    | 'strategist'
    | 'inferno'
    | 'glacier'
    | 'shadow'
    | 'storm'
    | 'envoy'
    | 'marshall'
    | 'specialist',
    string
  >;
  scenes: Record<'request' | 'plan' | 'tasks' | 'promise' | 'report' | 'command' | 'work', string>;
  letters: Record<
    | 'request'
    | 'order'
    | 'build'
    | 'built'
    | 'harden'
    | 'hardened'
    | 'test'
    | 'tested'
    | 'deploy'
    | 'deployed'
    | 'news'
    | 'shipped'
    | 'report'
    | 'wish'
    | 'granted',
    DemoLetter
  >;
  /** Of the mock agents' own campaign, in their order. */
  steps: readonly string[];
  /** What the strategist is doing while reports come in. */
  gathering: string;
  told: {
    ready(relays: number): string;
    letter(subject: string, urgent: boolean): string;
    read(subject: string): string;
    personReads(subject: string): string;
    killed(pid: number): string;
    restarted(pid: number): string;
    readAgain(subject: string, redelivered: number): string;
    roles(count: number): string;
    allRead(subject: string): string;
    issued(command: string): string;
    begun(task: string): string;
    reported(task: string, status: string): string;
    evaluated(task: string): string;
    commandDone(command: string): string;
    unfinished(seconds: number): string;
  };
  figures: {
    heading: string;
    stored: string;
    handedOver: string;
    acknowledged: string;
    lost: string;
    lostNote: string;
    redelivered: string;
    redeliveredNote: string;
    nudges: string;
    nudgesNote: string;
    storedToRung: string;
    storedToFetched: string;
    /** Of the times: the one in the middle, and the longest. */
    p50: string;
    max: string;
    /** Part of the time was for the person's eyes. */
    paced(ms: number): string;
    nothingLost(stored: number): string;
    somethingLost(ids: readonly string[]): string;
  };
  more: {
    heading: string;
    gives: Record<DemoProgram, string>;
    next: string;
    /** Where no multiplexer is, so that nothing could be summoned. */
    firstOfAll: string;
    summon: string;
    withMocks: string;
    doctor: string;
  };
}
