import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { canonicalText, listChosen, type Chosen } from '../army/chosen.ts';
import type { Formation } from '../army/formation.ts';
import { roleSchema } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { nodeDisk } from '../kit/disk.ts';
import { errnoOf } from '../kit/errno.ts';

/** Which formation of which project. */
export interface ProjectFormation {
  folder: string;
  formation: string;
}

/** What a project's formation chooses to be executed, to be approved by its person. */
export interface Approvable extends ProjectFormation {
  chosen: readonly Chosen[];
  digest: string;
}

/** Undefined where it chooses nothing. */
export function approvableIn(
  formation: Pick<Formation, 'name' | 'roles' | 'agent'>,
  folder: string,
): Approvable | undefined {
  const chosen = listChosen(formation);
  if (chosen.length === 0) return undefined;
  const digest = createHash('sha256').update(canonicalText(chosen)).digest('hex');
  return { folder, formation: formation.name, chosen, digest };
}

/** A branch has its own text, and going back to another one asks nothing again. */
const MOST_DIGESTS = 20;
const LIMIT_BYTES = 1_048_576;
/** What others may write to is no word of its person. */
const OTHERS_MAY_WRITE = 0o022;

const approvalSchema = z.strictObject({
  folder: z.string().check(z.startsWith('/'), z.maxLength(4096)),
  formation: roleSchema,
  digests: z
    .array(z.string().check(z.regex(/^[0-9a-f]{64}$/)))
    .check(z.minLength(1), z.maxLength(MOST_DIGESTS)),
});
const fileSchema = z.strictObject({ approvals: z.array(approvalSchema) });

type Approval = z.infer<typeof approvalSchema>;

/**
 * `approvals.json` among the person's own files: what they have approved, by digests. Replaced whole; where it
 * is another's, a link, or holds anything else, nothing is approved.
 */
export function openApprovals(path: string) {
  const list = async (): Promise<readonly Approval[]> => {
    try {
      const { uid, mode } = lstatSync(path);
      const own = process.getuid?.();
      if ((own !== undefined && uid !== own) || (mode & OTHERS_MAY_WRITE) !== 0) return [];
      return fileSchema.parse(JSON.parse(await nodeDisk.read(path, LIMIT_BYTES))).approvals;
    } catch {
      return [];
    }
  };
  const others = async (which: ProjectFormation): Promise<Approval[]> =>
    (await list()).filter((one) => !isOf(one, which));
  async function replace(approvals: readonly Approval[]): Promise<void> {
    const draft = join(dirname(path), `.approvals-${randomUUID()}`);
    try {
      await nodeDisk.mkdir(dirname(path));
      await nodeDisk.writeNew(draft, `${JSON.stringify({ approvals }, null, 2)}\n`, { sync: true });
      await nodeDisk.rename(draft, path);
    } catch (error) {
      await nodeDisk.unlink(draft).catch(() => undefined);
      const reason = { code: 'not_readable', errno: errnoOf(error) ?? String(error) } as const;
      throw new OvldError('folder_unusable', { path: dirname(path), reason });
    }
  }
  const find = async (which: ProjectFormation): Promise<Approval | undefined> =>
    (await list()).find((one) => isOf(one, which));

  return {
    list,
    async isApproved(which: ProjectFormation & { digest: string }): Promise<boolean> {
      return (await find(which))?.digests.includes(which.digest) === true;
    },
    async approve(which: ProjectFormation & { digest: string }): Promise<void> {
      const former = (await find(which))?.digests ?? [];
      const known = former.filter((digest) => digest !== which.digest);
      const digests = [...known, which.digest].slice(-MOST_DIGESTS);
      const { formation } = which;
      await replace([...(await others(which)), { folder: realFolder(which), formation, digests }]);
    },
    /** False where there was none. */
    async forget(which: ProjectFormation): Promise<boolean> {
      if ((await find(which)) === undefined) return false;
      await replace(await others(which));
      return true;
    },
  };
}

const isOf = (one: ProjectFormation, which: ProjectFormation): boolean =>
  one.formation === which.formation && one.folder === realFolder(which);

/** By its one name: a link to a project is no other project, and one that is moved to another is. */
function realFolder({ folder }: ProjectFormation): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
