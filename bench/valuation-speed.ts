import { parseArgs } from 'node:util';
import { DEFAULT_FIT, fitModel } from '../src/valuation/model/fit.ts';
import { collectMarketRows, makeMarket } from '../src/valuation/model/made-market.ts';
import { subjectOf } from '../src/valuation/model/market-rows.ts';
import { Appraiser } from '../src/valuation/model/value.ts';

export const title = 'The time and memory of a fit, and the time of one valuation, over made homes';

const MAX_VALUE_MS = 5;
const VALUATIONS = 2_000;

/** [--rows 100000] [--trees N] */
export function run(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string', default: '100000' }, trees: { type: 'string' } },
  });
  const count = Number(values.rows);
  const rows = collectMarketRows(makeMarket(count, { months: 24 }));
  const started = process.cpuUsage();
  const model = fitModel(rows, {
    ...DEFAULT_FIT,
    ...(values.trees === undefined ? {} : { trees: Number(values.trees) }),
  });
  const { user, system } = process.cpuUsage(started);
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(
    `${count} rows: fitted in ${((user + system) / 1e6).toFixed(0)} s of one core, ${memory} MB at most`,
  );
  const appraiser = new Appraiser(model);
  const times = Float64Array.from({ length: VALUATIONS }, (_, at) => {
    const row = (at * 7_919) % count;
    const before = performance.now();
    appraiser.value(subjectOf(rows, row), (other) => other === row);
    return performance.now() - before;
  }).sort();
  const median = times[times.length >> 1] ?? 0;
  const [last] = times.slice(Math.floor(times.length * 0.99));
  console.log(
    `one valuation ${median.toFixed(2)} ms at the median, ${last?.toFixed(2)} ms at the 99th of 100; the goal is ${MAX_VALUE_MS} ms`,
  );
}
