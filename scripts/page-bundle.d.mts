export declare function buildPage(outdir: string): Promise<void>;
