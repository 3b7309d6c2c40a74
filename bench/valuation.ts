import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type AccuracyMeasures, measureAccuracy, measureClasses } from '../src/valuation/measures.ts';
import { fitAndJudge, nearestBaseline, projectionOf } from './valuation/judge.ts';
import { readPortalFile, splitByPeriod } from './valuation/portal-file.ts';
import { readSalesDirectory, walkSales } from './valuation/sales-walk.ts';

export const title = 'The error of valuations: portal adverts of a file, walked forward in time';

/**
 * --file FILE [--json OUT] [--period YYYYMM] [--trees N]: fit on all periods before the last one, judge homes first seen in it.
 * --sales DIR: closed sales with date, value, area and point, walked forward by quarter.
 */
export function run(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      file: { type: 'string' },
      json: { type: 'string' },
      sales: { type: 'string' },
      period: { type: 'string' },
      trees: { type: 'string' },
    },
  });
  if (values.sales !== undefined) judgeSales(values.sales);
  if (values.file === undefined && values.sales !== undefined) return;
  if (values.file === undefined || !existsSync(values.file)) {
    console.log('Name a file of adverts: npm run bench -- valuation --file FILE [--json OUT] [--sales DIR]');
    process.exitCode = 1;
    return;
  }
  judgeAdverts(values.file, values);
}

function judgeSales(directory: string): void {
  const { model, mean, median } = walkSales(readSalesDirectory(directory));
  printMeasures('30 nearest, mean', measureAccuracy(mean));
  printMeasures('30 nearest, median', measureAccuracy(median));
  printMeasures('model', measureAccuracy(model));
}

interface AdvertOptions {
  json?: string | undefined;
  period?: string | undefined;
  trees?: string | undefined;
}

function judgeAdverts(file: string, values: AdvertOptions): void {
  const adverts = readPortalFile(file);
  const last = Number(values.period ?? adverts.reduce((latest, { period }) => Math.max(latest, period), 0));
  const { earlier, judged } = splitByPeriod(adverts, last);
  console.log(`fit on ${earlier.length} adverts, judge ${judged.length} dwellings first seen in ${last}`);
  const result = fitAndJudge(earlier, judged, values.trees === undefined ? undefined : Number(values.trees));
  printMeasures(
    '30 nearest',
    measureAccuracy(
      nearestBaseline(result.model, judged, { projection: projectionOf(earlier), centre: 'mean' }),
    ),
  );
  const whole = measureAccuracy(result.judged);
  const classes = measureClasses(result.judged);
  printMeasures('all', whole);
  for (const one of classes) printMeasures(`class ${one.class} (${percent(one.share)})`, one);
  const { levels, trend } = result.model.index;
  console.log(`index ${levels.map(percent).join(' ')}, then ${percent(trend)} a month`);
  console.log(
    `fitted in ${(result.fitMs / 1_000).toFixed(1)} s, ${result.valueMs.toFixed(2)} ms a valuation`,
  );
  if (values.json === undefined) return;
  const { medianAbsoluteError, within10, within20, bias, coverage80, n } = whole;
  const out = { medianAbsoluteError, within10, within20, bias, coverage80, n, classes };
  writeFileSync(values.json, `${JSON.stringify(out, null, 2)}\n`);
}

function printMeasures(name: string, measures: AccuracyMeasures): void {
  const { medianAbsoluteError, within10, within20, bias, coverage80, n } = measures;
  const figures = [
    `median error ${percent(medianAbsoluteError)}`,
    `within 10 % ${percent(within10)}`,
    `within 20 % ${percent(within20)}`,
    `bias ${percent(bias)}`,
    `80 % interval holds ${percent(coverage80)}`,
    `n ${n}`,
  ];
  console.log(`${name.padEnd(16)} ${figures.join(', ')}`);
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
