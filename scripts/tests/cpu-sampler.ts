// npm test -- --cpu: which file of a run used how much CPU, and what for.
import { readdirSync, readFileSync } from 'node:fs';
import { announcedFile } from './bundled.ts';

/** A scan of /proc takes 5 ms. What a process used after its last one is counted by the parent that waits for it. */
const SCAN_EVERY_MS = 400;
const TICKS_PER_SECOND = 100;

const KINDS = ['tests', 'browser', 'postgres', 'ours', 'short'] as const;
type Kind = (typeof KINDS)[number];
type CpuSeconds = Record<Kind, number>;

interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  readonly own: number;
  /** Of children that ended and were waited for. */
  readonly ofChildren: number;
}

interface Known {
  /** The process of a test file that it descends from, or one of the run itself. */
  root: number;
  kind: Kind;
  /** A session of PostgreSQL changes its title when it knows its database. */
  isDecided: boolean;
  stat: ProcessStat;
}

/** Adds up what the descendants of this process use, and the database servers in `folder`. */
export class CpuSampler {
  readonly #folder: string;
  readonly #known = new Map<number, Known>();
  /** Processes of others. */
  readonly #foreign = new Set<number>();
  readonly #files = new Map<number, string>();
  readonly #used = new Map<string, CpuSeconds>();
  readonly #timer: NodeJS.Timeout;

  constructor(folder: string) {
    this.#folder = folder;
    this.#timer = setInterval(() => this.#scan(), SCAN_EVERY_MS).unref();
  }

  /** Seconds by file, the most first. */
  end(): [file: string, seconds: CpuSeconds][] {
    clearInterval(this.#timer);
    this.#scan();
    return [...this.#used].sort(([, one], [, other]) => totalOf(other) - totalOf(one));
  }

  #scan(): void {
    const stats = new Map(readStats().map((stat) => [stat.pid, stat]));
    const waited = this.#forgetEnded(stats);
    for (const stat of stats.values()) this.#add(stat, waited);
  }

  /** What is counted already of the children that a living process has waited for. */
  #forgetEnded(stats: ReadonlyMap<number, ProcessStat>): Map<number, number> {
    const waited = new Map<number, number>();
    const ended = [...this.#known.values()].map(({ stat }) => stat).filter(({ pid }) => !stats.has(pid));
    for (const { own, ofChildren, parent } of ended) {
      let waiting = parent;
      for (
        let at = this.#known.get(waiting);
        at !== undefined && !stats.has(waiting);
        at = this.#known.get(waiting)
      )
        waiting = at.stat.parent;
      waited.set(waiting, (waited.get(waiting) ?? 0) + own + ofChildren);
    }
    for (const { pid } of ended) this.#known.delete(pid);
    for (const pid of this.#foreign) if (!stats.has(pid)) this.#foreign.delete(pid);
    return waited;
  }

  #add(stat: ProcessStat, waited: Map<number, number>): void {
    if (this.#foreign.has(stat.pid)) return;
    const before = this.#known.get(stat.pid);
    const known = before?.isDecided ? before : this.#recognise(stat, before);
    if (known === undefined) {
      this.#foreign.add(stat.pid);
      return;
    }
    this.#count(known, known.kind, stat.own - (before?.stat.own ?? 0));
    const ended = stat.ofChildren - (before?.stat.ofChildren ?? 0);
    const seen = Math.min(ended, waited.get(stat.pid) ?? 0);
    this.#count(known, known.kind === 'postgres' ? 'postgres' : 'short', ended - seen);
    this.#known.set(stat.pid, { ...known, stat });
  }

  #count({ root }: Known, kind: Kind, ticks: number): void {
    if (ticks <= 0) return;
    const file = this.#fileOf(root);
    const seconds = this.#used.get(file) ?? { tests: 0, browser: 0, postgres: 0, ours: 0, short: 0 };
    seconds[kind] += ticks / TICKS_PER_SECOND;
    this.#used.set(file, seconds);
  }

  #fileOf(root: number): string {
    return announcedFile(this.#folder, root) ?? this.#files.get(root) ?? 'the run itself';
  }

  #recognise(stat: ProcessStat, before: Known | undefined): Known | undefined {
    const { pid } = stat;
    const args = readOrEmpty(`/proc/${pid}/cmdline`).split('\0').filter(Boolean);
    const command = args.join(' ');
    const parent = this.#known.get(stat.parent);
    const isOfRun =
      pid === process.pid ||
      parent !== undefined ||
      before !== undefined ||
      command.includes(`${this.#folder}/`);
    if (!isOfRun) return undefined;
    const file = args.at(-1) ?? '';
    // A test of the runner starts runs of its own: their files are a part of it.
    const isTest = /\.test\.(?:ts|mjs)$/.test(file) && !args.includes('--test');
    if (isTest && pid !== process.pid && (parent?.root ?? process.pid) === process.pid) {
      this.#files.set(pid, file);
      return { root: pid, kind: 'tests', isDecided: true, stat };
    }
    const root = before?.root ?? parent?.root ?? process.pid;
    const [, owner] = /^postgres: .*gable_test_(\d+)_\d+/.exec(command) ?? [];
    if (owner !== undefined) return { root: Number(owner), kind: 'postgres', isDecided: true, stat };
    const isPostgres = /^postgres:|bin\/(?:postgres|initdb|pg_)/.test(command);
    const kind = isPostgres
      ? 'postgres'
      : /chrom/.test(args[0] ?? '')
        ? 'browser'
        : root === pid || root === process.pid
          ? 'tests'
          : 'ours';
    return { root, kind, isDecided: !isPostgres, stat };
  }
}

const totalOf = (seconds: CpuSeconds): number => KINDS.reduce((sum, kind) => sum + seconds[kind], 0);

/** On systems other than Linux there are none. */
function readStats(): ProcessStat[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter(Number.isInteger)
    .flatMap((pid) => {
      const text = readOrEmpty(`/proc/${pid}/stat`);
      if (text === '') return [];
      const fields = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const at = (index: number): number => fields[index] ?? 0;
      return [{ pid, parent: at(1), own: at(11) + at(12), ofChildren: at(13) + at(14) }];
    });
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it ended
  }
}

/** A line for each file, those of the names and the sum first. */
export function describeCpu(files: readonly [file: string, seconds: CpuSeconds][]): string[] {
  if (files.length === 0) return [];
  const sum = Object.fromEntries(
    KINDS.map((kind) => [kind, files.reduce((total, [, seconds]) => total + seconds[kind], 0)]),
  ) as CpuSeconds;
  return [
    ['all', ...KINDS].map((name) => name.padStart(9)).join(''),
    ...[['of all files', sum] as const, ...files].map(([name, seconds]) => `${figuresOf(seconds)}  ${name}`),
  ];
}

const figuresOf = (seconds: CpuSeconds): string =>
  [totalOf(seconds), ...KINDS.map((kind) => seconds[kind])].map((one) => one.toFixed(1).padStart(9)).join('');
