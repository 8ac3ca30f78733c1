// Whether a file asked for is a file an entry is about. Both may be a path, a name, a folder or a glob.

const LONGEST = 1_024;

const segments = (path: string): string[] =>
  path
    .slice(0, LONGEST)
    .normalize('NFKC')
    .slice(0, LONGEST)
    .toLowerCase()
    .split(/[\\/]+/)
    .filter((part) => part !== '' && part !== '.');

/** Tells of a file of an entry whether it is the one asked for. */
export function fileAsked(asked: string): (entryFile: string) => boolean {
  const one = segments(asked);
  // Agents like to give absolute paths; entries are about a project, wherever it lies.
  const absolute = /^(?:[\\/]|[a-z]:)/i.test(asked);
  return (entryFile) => {
    const other = segments(entryFile);
    if (one.length === 0 || other.length === 0) return false;
    return (
      covers(one, other) || covers(other, one) || (absolute && matches(['**', ...other, '**'], one))
    );
  };
}

/** A folder covers what is in it; the end of a path (a name alone, or a path from further up) names the same file. */
const covers = (pattern: readonly string[], path: readonly string[]): boolean =>
  matches([...pattern, '**'], path) || matches(['**', ...pattern], path);

/** `**` is any number of folders, `*` and `?` stay within one. Never more than |pattern| × |path| comparisons. */
function matches(pattern: readonly string[], path: readonly string[]): boolean {
  let ends = new Set([0]);
  for (const part of pattern) {
    const next = new Set<number>();
    for (const end of ends) {
      if (part === '**') for (let at = end; at <= path.length; at += 1) next.add(at);
      else if (end < path.length && matchesPart(part, path[end] ?? '')) next.add(end + 1);
    }
    ends = next;
  }
  return ends.has(path.length);
}

function matchesPart(pattern: string, text: string): boolean {
  let [p, t, star, from] = [0, 0, -1, 0];
  while (t < text.length) {
    if (pattern[p] === '*') [star, from, p] = [p, t, p + 1];
    else if (pattern[p] === '?' || pattern[p] === text[t]) [p, t] = [p + 1, t + 1];
    else if (star < 0) return false;
    else [p, t, from] = [star + 1, from + 1, from + 1];
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}
