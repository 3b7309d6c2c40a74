import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { quantile } from '../search/spread.ts';

/** Every number of the lines that were asked for, by the words around it. */
export type Figures = Map<string, number>;

/** Servers leave the tree of processes, and keep the environment. */
const MARK = 'GABLE_BENCH_RUN';
const SAMPLE_MS = 100;

/** Runs a bench of a tree; also the CPU seconds of all its processes, to a tenth of a second for each that ends. */
export async function measureRun(
  folder: string,
  bench: readonly string[],
  { lines, isPartial }: { lines: RegExp; isPartial: boolean },
): Promise<Figures> {
  const mark = randomUUID();
  const child = spawn(process.execPath, ['bench/run.ts', ...bench], {
    cwd: folder,
    env: { ...process.env, [MARK]: mark },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [seconds, others] = [new Map<string, number>(), new Set<string>()];
  const sampling = setInterval(() => sampleCpu(mark, seconds, others), SAMPLE_MS);
  const [status] = (await once(child, 'close')) as [number | null];
  clearInterval(sampling);
  const figures = parseFigures(output, lines);
  if (status !== 0 && !(isPartial && figures.size > 0))
    throw new Error(`bench ${bench.join(' ')} failed in ${folder}:\n${output}`);
  figures.set(
    'CPU seconds of all processes, with the preparation',
    [...seconds.values()].reduce((sum, one) => sum + one, 0),
  );
  return figures;
}

const NUMBER = /(?<![\w.])\d[\d,]*(?:\.\d+)?/g;

/** A number is known by its line without numbers and by its position there: of several such lines it is the median. */
function parseFigures(output: string, lines: RegExp): Figures {
  const found = new Map<string, number[]>();
  for (const line of output.split('\n').filter((one) => lines.test(one))) {
    const words = line.replace(NUMBER, '#').trim();
    for (const [at, [text]] of [...line.matchAll(NUMBER)].entries()) {
      const label = `number ${at + 1} of "${words}"`;
      found.set(label, [...(found.get(label) ?? []), Number(text.replaceAll(',', ''))]);
    }
  }
  return new Map([...found].map(([label, values]) => [label, quantile(values, 0.5)]));
}

/** A tick of the kernel's clock. */
const TICK_SECONDS = 0.01;

/** Sessions of a server have a title where their environment was: they are known by their parent. */
function sampleCpu(mark: string, seconds: Map<string, number>, others: Set<string>): void {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && !others.has(name)))
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [, parent = '', , , , , , , , , , user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ');
      const isOurs =
        seconds.has(pid) ||
        seconds.has(parent) ||
        readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
      if (isOurs) seconds.set(pid, (Number(user) + Number(system)) * TICK_SECONDS);
      else others.add(pid);
    } catch {
      // It ended between the listing and the read, or is another user's.
    }
}
