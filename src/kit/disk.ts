import fs from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { errnoOf, isErrno } from './errno.ts';

const fsync = promisify(fs.fsync);
const { constants } = fs;

export interface DirWatch {
  close(): void;
}

export interface Stat {
  kind: Kind;
  inode: string;
  modifiedMs: number;
  bytes: number;
}

/**
 * The file system calls ovld makes, one method for each step that can fail or be interleaved on its own.
 * Small calls are synchronous underneath (a hop through the thread pool costs more than they do); only
 * fsync, which may take long, leaves the event loop.
 */
export interface Disk {
  /** Creates a file that must not exist yet, whole, 0600. A failure leaves nothing behind. */
  writeNew(path: string, text: string | Uint8Array, options: { sync: boolean }): Promise<void>;
  /** One write at the end of the file, created 0600 if missing. */
  append(path: string, text: string): Promise<void>;
  /** A regular file's text; refuses links, pipes, directories and anything above `limit` bytes. */
  read(path: string, limit: number): Promise<string>;
  /** At most `limit` bytes of a regular file, from a place in it; refuses what `read` refuses. */
  readFrom(path: string, offset: number, limit: number): Promise<Piece>;
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** With the directories above it, unless it is only to be made inside of what is there. */
  mkdir(path: string, options?: { parents: boolean }): Promise<void>;
  rmdir(path: string): Promise<void>;
  names(dir: string): Promise<string[]>;
  /** The names with what is there, by one read of the directory; links are not followed. */
  kinds(dir: string): Promise<ReadonlyMap<string, Kind>>;
  /** True when the directory holds at least one name that `wanted` accepts. */
  some(dir: string, wanted: (name: string) => boolean): Promise<boolean>;
  /** Does not follow links; undefined where nothing is. */
  stat(path: string): Promise<Stat | undefined>;
  /** Holds a directory open, to make its names durable later; refuses a link in its place. */
  openDir(path: string): Promise<{ sync(): Promise<void>; close(): void }>;
  /** Ends the wait of the process that reads from a named pipe; false where none reads. Never waits itself. */
  wakeReader(pipe: string): Promise<boolean>;
  /** Calls `changed` when something in the directory may have changed. */
  watch(dir: string, changed: (name: string | null) => void, failed?: () => void): DirWatch;
}

export interface Piece {
  bytes: Buffer;
  /** Of the whole file. */
  size: number;
  inode: string;
}

type Kind = 'file' | 'dir' | 'link' | 'other';

/** A file that `read` refuses, as opposed to a failure of the machine. */
export class UnfitFile extends Error {
  readonly reason: string;
  /** Set where this process may not read the file, which may be right. */
  readonly denied: string | undefined;
  constructor(reason: string, denied?: string) {
    super(reason);
    this.name = 'UnfitFile';
    this.reason = reason;
    this.denied = denied;
  }
}

const SMALL_DIR_BYTES = 16 * 1024;

const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const APPEND = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;
const PIPE = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
const DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

export const nodeDisk: Disk = {
  async writeNew(path, text, { sync }) {
    const fd = fs.openSync(path, CREATE, 0o600);
    try {
      // writeFileSync goes on after a short write, which a full disk answers without an error.
      fs.writeFileSync(fd, text);
      if (sync) await fsync(fd);
    } catch (error) {
      fs.rmSync(path, { force: true });
      throw error;
    } finally {
      fs.closeSync(fd);
    }
  },
  async append(path, text) {
    const fd = fs.openSync(path, APPEND, 0o600);
    try {
      fs.writeSync(fd, text);
    } finally {
      fs.closeSync(fd);
    }
  },
  async read(path, limit) {
    const fd = openToRead(path);
    try {
      const { size } = assertRegular(fs.fstatSync(fd));
      if (size > limit) throw new UnfitFile(`larger than ${limit} bytes`);
      const buffer = Buffer.allocUnsafe(size);
      let filled = 0;
      while (filled < size) {
        const n = fs.readSync(fd, buffer, filled, size - filled, null);
        if (n === 0) break;
        filled += n;
      }
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        buffer.subarray(0, filled),
      );
    } catch (error) {
      if (error instanceof TypeError) throw new UnfitFile('not UTF-8');
      throw error;
    } finally {
      fs.closeSync(fd);
    }
  },
  async readFrom(path, offset, limit) {
    const fd = openToRead(path);
    try {
      const { size, dev, ino } = assertRegular(fs.fstatSync(fd));
      const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(limit, size - offset)));
      const filled = buffer.length === 0 ? 0 : fs.readSync(fd, buffer, 0, buffer.length, offset);
      return { bytes: buffer.subarray(0, filled), size, inode: `${dev}:${ino}` };
    } finally {
      fs.closeSync(fd);
    }
  },
  link: async (from, to) => fs.linkSync(from, to),
  rename: async (from, to) => fs.renameSync(from, to),
  unlink: async (path) => fs.unlinkSync(path),
  async mkdir(path, { parents } = { parents: true }) {
    const missing = parents ? makeDirs(path) : makeDir(path);
    if (missing !== undefined) throw missing;
  },
  rmdir: async (path) => fs.rmdirSync(path),
  names: async (dir) => fs.readdirSync(dir),
  async kinds(dir) {
    const entries = fs.readdirSync(dir, { withFileTypes: true });
    return new Map(entries.map((entry) => [entry.name, kindOf(entry)]));
  },
  async some(dir, wanted) {
    // Reading a small directory whole costs less than opening it to read a part.
    if (fs.lstatSync(dir).size <= SMALL_DIR_BYTES) return fs.readdirSync(dir).some(wanted);
    const open = fs.opendirSync(dir, { bufferSize: 64 });
    try {
      for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
        if (wanted(entry.name)) return true;
      }
      return false;
    } finally {
      open.closeSync();
    }
  },
  async stat(path) {
    const stat = fs.lstatSync(path, { throwIfNoEntry: false, bigint: true });
    return (
      stat && {
        kind: kindOf(stat),
        inode: `${stat.dev}:${stat.ino}`,
        modifiedMs: Number(stat.mtimeMs),
        bytes: Number(stat.size),
      }
    );
  },
  async openDir(path) {
    const fd = fs.openSync(path, DIRECTORY);
    return { sync: () => fsync(fd), close: () => fs.closeSync(fd) };
  },
  async wakeReader(pipe) {
    let fd: number;
    try {
      fd = fs.openSync(pipe, PIPE);
    } catch (error) {
      if (isErrno(error, 'ENXIO', 'ENOENT')) return false;
      throw error;
    }
    try {
      if (!fs.fstatSync(fd).isFIFO()) return false;
      fs.writeSync(fd, '\n');
      return true;
    } finally {
      fs.closeSync(fd);
    }
  },
  watch(dir, changed, failed) {
    const watcher = fs.watch(dir, { persistent: false }, (_event, name) => changed(name));
    watcher.on('error', () => failed?.());
    return watcher;
  },
};

/**
 * Not Node's own `recursive`: below /proc that one never returns. Others may make the same
 * directories at the same moment; what is there in the end counts.
 */
function makeDirs(path: string): Error | undefined {
  const missing = makeDir(path);
  if (missing === undefined || dirname(path) === path) return missing;
  return makeDirs(dirname(path)) ?? makeDir(path);
}

/** The error where the parent is missing; undefined where the directory is there now. */
function makeDir(path: string): Error | undefined {
  try {
    fs.mkdirSync(path, { mode: 0o700 });
    return undefined;
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EEXIST' && fs.statSync(path).isDirectory()) return undefined;
    if (code === 'ENOENT' && error instanceof Error) return error;
    throw error;
  }
}

function openToRead(path: string): number {
  try {
    return fs.openSync(path, READ);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ELOOP' || code === 'EMLINK') throw new UnfitFile('a symbolic link');
    if (code === 'ENXIO') throw new UnfitFile('not a regular file');
    if (code === 'EACCES' || code === 'EPERM') throw new UnfitFile(`not readable (${code})`, code);
    throw error;
  }
}

function assertRegular(stat: fs.Stats): fs.Stats {
  if (!stat.isFile()) throw new UnfitFile('not a regular file');
  return stat;
}

export function kindOf(stat: Pick<fs.Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): Kind {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'dir';
  return stat.isSymbolicLink() ? 'link' : 'other';
}

/** Names in a directory; none where it is missing, or where something else is in its place. */
export async function namesIn(disk: Pick<Disk, 'names'>, dir: string): Promise<string[]> {
  try {
    return await disk.names(dir);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** Replaces `target` by way of `draft`; a reader sees the old text or the new, never a part. */
export async function replaceFile(
  disk: Disk,
  draft: string,
  target: string,
  text: string,
  sync = false,
): Promise<void> {
  await disk.writeNew(draft, text, { sync });
  try {
    await disk.rename(draft, target);
  } catch (error) {
    await disk.unlink(draft).catch(() => undefined);
    throw error;
  }
}
