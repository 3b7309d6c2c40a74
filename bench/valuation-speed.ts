import { DEFAULT_FIT, fitModel } from '../src/valuation/model/fit.ts';
import { subjectOf } from '../src/valuation/model/market-rows.ts';
import { Appraiser } from '../src/valuation/model/value.ts';
import { collectMarketRows, makeMarket } from '../test/support/made-market.ts';
import { quantile } from './search/spread.ts';
import { parseOptions } from './support/options.ts';

export const title = 'The time and memory of a fit, and the time of one valuation, over made homes';

const MAX_VALUE_MS = 5;
const VALUATIONS = 2_000;

export function run(args: string[]): void {
  const { rows: count, trees } = parseOptions(args, { rows: 100_000, trees: DEFAULT_FIT.trees });
  const rows = collectMarketRows(makeMarket(count, { months: 24 }));
  const started = process.cpuUsage();
  const model = fitModel(rows, { ...DEFAULT_FIT, trees });
  const { user, system } = process.cpuUsage(started);
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(
    `${count} rows: fitted in ${((user + system) / 1e6).toFixed(0)} s of one core, ${memory} MB at most`,
  );
  const appraiser = new Appraiser(model);
  const times = Array.from({ length: VALUATIONS }, (_, at) => {
    const row = (at * 7_919) % count;
    const before = performance.now();
    appraiser.value(subjectOf(rows, row), (other) => other === row);
    return performance.now() - before;
  });
  console.log(
    `one valuation ${quantile(times, 0.5).toFixed(2)} ms at the median, ${quantile(times, 0.99).toFixed(2)} ms at the 99th of 100; the goal is ${MAX_VALUE_MS} ms`,
  );
}
