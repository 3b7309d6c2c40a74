import { isTest, type ProjectFile } from './project-files.ts';

const MAX_SLEEP_MS = 200;
/** No test lasts as long: what sleeps for a minute is there to be ended. */
const MIN_ENDED_MS = 60_000;

/** Sleeps that stay, as "file: milliseconds", and why. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'test/delivery/workers.test.ts: 400':
    'how slow a receiver is sets the capacity; only in npm run test:faults',
  'test/citus/saved-alert-tests.ts: 1000': 'the rate of writers between crashes; only in npm run test:citus',
  'test/citus/saved-alert-tests.ts: 3000': 'the time to work after a recovery; only in npm run test:citus',
};

/** Every fixed sleep above 200 ms in a test or what it uses, as "file:line: why". A test waits for a condition instead. */
export function findSleepErrors(
  files: readonly ProjectFile[],
  exceptions: Readonly<Record<string, string>> = EXCEPTIONS,
): string[] {
  const sleeps = files.filter(({ path }) => isOfTests(path)).flatMap(findSleeps);
  const found = new Set(sleeps.map(describeSleep));
  return [
    ...sleeps
      .filter((sleep) => exceptions[describeSleep(sleep)] === undefined)
      .map(
        ({ path, line, ms }) =>
          `${path}:${line}: sleeps for ${ms} ms; wait for a condition with until(), or move an injected clock`,
      ),
    ...Object.keys(exceptions)
      .filter((name) => !found.has(name))
      .map((name) => `scripts/check-sleeps.ts: no such sleep any more: ${name}`),
  ];
}

interface Sleep {
  path: string;
  line: number;
  ms: number;
}

const describeSleep = ({ path, ms }: Sleep): string => `${path}: ${ms}`;

/** Its cases are texts with sleeps. */
const OWN_TEST = 'scripts/check-sleeps.test.ts';

const isOfTests = (path: string): boolean =>
  path !== OWN_TEST && (isTest(path) || /^test\/.+\.ts$/.test(path));

/** The imported timer of promises, under its name in the file. */
const TIMER_IMPORT = /\{[^}]*\bsetTimeout(?: as (\w+))?[^}]*\} from 'node:timers\/promises'/;

function findSleeps({ path, text }: ProjectFile): Sleep[] {
  const imported = TIMER_IMPORT.exec(text);
  const timer = imported === null ? [] : [`\\b${imported[1] ?? 'setTimeout'}\\(`];
  const starts = [...timer, String.raw`\bsystemClock\.sleep\(`];
  // As the body of a promise: with another callback it is a time limit.
  const calls = new RegExp(
    `(?:${[...starts, String.raw`\bsetTimeout\(\w+,`].join('|')})\\s*([^(),;]+)[,)]`,
    'g',
  );
  const statements = /\bpg_sleep\(([\d.]+)\)/g;
  const constants = readConstants(text);
  return [
    ...[...text.matchAll(calls)].map(({ index, 1: ms = '' }) => ({ index, ms: evaluate(ms, constants) })),
    ...[...text.matchAll(statements)].map(({ index, 1: seconds }) => ({
      index,
      ms: Number(seconds) * 1_000,
    })),
  ]
    .filter(({ ms }) => ms > MAX_SLEEP_MS && ms < MIN_ENDED_MS)
    .map(({ index, ms }) => ({ path, line: text.slice(0, index).split('\n').length, ms }));
}

const readConstants = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/\bconst (\w+) = ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));

/** A sum of products of numbers and constants of the file; NaN for anything else, such as a parameter. */
function evaluate(expression: string, constants: ReadonlyMap<string, string>): number {
  const sum = expression.split('+').map((term) =>
    term
      .split('*')
      .map((factor) => evaluateFactor(factor.trim(), constants))
      .reduce((product, value) => product * value, 1),
  );
  return sum.reduce((total, value) => total + value, 0);
}

function evaluateFactor(factor: string, constants: ReadonlyMap<string, string>): number {
  if (/^[\d_.]+$/.test(factor)) return Number(factor.replaceAll('_', ''));
  const value = constants.get(factor);
  if (value === undefined || !/^[\w\s.*+]+$/.test(value)) return Number.NaN;
  return evaluate(value, new Map([...constants].filter(([name]) => name !== factor)));
}
