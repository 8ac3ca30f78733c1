import { toStoreError } from '../disk-error.ts';

/**
 * The same object, part by part: a method whose promise fails by the file system fails by one of our codes.
 * What returns no promise (`outfitPath`, `watch`) stays as it is.
 */
export function withStoreErrors<T extends object>(root: string, part: T): T {
  const fail = (error: unknown): never => {
    throw toStoreError(error, root);
  };
  const wrapped = Object.entries(part).map(([name, member]: [string, unknown]) => {
    if (typeof member === 'object' && member !== null) return [name, withStoreErrors(root, member)];
    if (typeof member !== 'function') return [name, member];
    const call = (...given: unknown[]): unknown => {
      const answer: unknown = Reflect.apply(member, part, given);
      return answer instanceof Promise ? answer.catch(fail) : answer;
    };
    return [name, call];
  });
  return Object.fromEntries(wrapped) as T;
}
