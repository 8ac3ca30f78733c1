import type { Disk } from '../../src/kit/disk.ts';
import { quickDisk } from './board-world.ts';

const CHANGES = new Set(['writeNew', 'append', 'link', 'rename', 'unlink', 'mkdir', 'rmdir']);

export interface Life {
  /** How many changes were made, or begun. */
  steps: number;
  died: Promise<void>;
  disk: Disk;
  /** Any other step that has an effect outside. */
  step<T>(effect: () => Promise<T>): Promise<T>;
}

const never = (): Promise<never> => new Promise(() => undefined);

/**
 * A process that makes `most` changes and then is no more, in the middle of the next: a file it was
 * writing is half there. What only looks does not count: dying before or after it is the same.
 */
export function mortal(most: number): Life {
  let die = (): void => undefined;
  const life: Life = {
    steps: 0,
    died: new Promise((resolve) => (die = resolve)),
    disk: quickDisk,
    async step(effect) {
      life.steps += 1;
      if (life.steps <= most) return effect();
      die();
      return never();
    },
  };
  life.disk = new Proxy(quickDisk, {
    get(disk, name: keyof Disk) {
      const call = disk[name] as (...args: unknown[]) => Promise<unknown>;
      if (!CHANGES.has(name))
        return (...args: unknown[]) => (life.steps > most ? never() : call(...args));
      return (...args: unknown[]) => {
        if (name === 'writeNew' && life.steps === most) {
          const [path, text] = args as [string, string];
          void quickDisk
            .writeNew(path, text.slice(0, text.length / 2), { sync: false })
            .catch(() => undefined);
        }
        return life.step(() => call(...args));
      };
    },
  });
  return life;
}
