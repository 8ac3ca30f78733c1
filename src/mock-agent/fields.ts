/** Documents of others, read strictly and without zod: loading it would be a third of our start. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function fieldsIn(value: unknown, what: string): Fields {
  if (isFields(value)) return value;
  throw new Error(`${what} must be an object`);
}

export function stringIn(fields: Fields, key: string): string {
  const value = fields[key];
  if (typeof value === 'string') return value;
  throw new Error(`${key} must be a string`);
}

export function numberIn(fields: Fields, key: string): number {
  const value = fields[key];
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw new Error(`${key} must be a number, not below 0`);
}

export function stringsIn(fields: Fields, key: string): string[] {
  const value = fields[key];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new Error(`${key} must be a list of strings`);
}

export const listIn = (fields: Fields, key: string): readonly unknown[] => {
  const value = fields[key];
  return Array.isArray(value) ? value : [];
};
