export const realAgents: Readonly<Record<string, { package: string; version: string }>>;
export function placeOf(kind: string): string;
export function commandOf(kind: string): string[] | undefined;
