/** Calls with ordinary texts before the measurement: V8 compiles what is called so often, and may then move work into loops. */
const WARM_UP_CALLS = 1_000;
const TRIES = 3;
/** Four times the text may take four times as long; ten allows for a busy machine, and is far from sixteen. */
export const MAX_GROWTH = 10;
/** Below this a duration shows no growth: processor time has steps of some milliseconds. */
const MIN_MEASURABLE_MS = 40;

export type TextScan = (text: string) => unknown;

/** Hostile texts repeat these. */
export const HOSTILE_UNITS: readonly string[] = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    'a',
    'A',
    'é',
    '0',
    '1 ',
    '1.',
    '1,',
    '-',
    '_',
    '.',
    ',',
    ';',
    ':',
    '/',
    '\\',
    '\\\\"',
  ],
  ...[
    '"',
    '""',
    '"a',
    'a"',
    "'",
    '<',
    '< ',
    '<a',
    '</',
    '<br',
    '<!--',
    '<a b="',
    ']]>',
    '&',
    '&a',
    '&#1',
    '%',
    '%2',
    '=',
    'a=',
    '+',
    '*',
    '#',
  ],
  ...[
    '{',
    '[',
    '{"a":',
    '["',
    '{}',
    '[],',
    '(',
    ')',
    'a ',
    ' a',
    'a-',
    'Ã',
    'â\u0080',
    '\u0301',
    '🏠',
    'e\u0301',
    'q=',
    'a/a,',
    'a/a;',
  ],
];

/** CPU of this thread, not wall time: other processes may run. */
async function costMs(scan: TextScan, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  await scan(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

async function minCostMs(scan: TextScan, text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < TRIES; round += 1) least = Math.min(least, await costMs(scan, text));
  return least;
}

export async function warmUp(scan: TextScan, ordinary: readonly string[]): Promise<void> {
  for (let call = 0; call < WARM_UP_CALLS; call += 1) await scan(ordinary[call % ordinary.length] ?? '');
}

/** How many times longer four times the text takes; 1 where both take almost nothing. */
export async function measureScanGrowth(
  scan: TextScan,
  make: (chars: number) => string,
  chars: number,
): Promise<number> {
  const long = make(4 * chars);
  if ((await costMs(scan, long)) < MIN_MEASURABLE_MS) return 1;
  const [short, longer] = [await minCostMs(scan, make(chars)), await minCostMs(scan, long)];
  return longer < MIN_MEASURABLE_MS ? 1 : longer / Math.max(short, 1);
}
