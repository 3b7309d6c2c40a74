import { existsSync } from 'node:fs';
import { type AccuracyMeasures, measureAccuracy, measureClasses } from '../src/valuation/measures.ts';
import { parseOptions } from './support/options.ts';
import { fitAndJudge, nearestBaseline, projectionOf } from './valuation/judge.ts';
import { readPortalFile, splitByPeriod } from './valuation/portal-file.ts';
import { readSalesDirectory, walkSales } from './valuation/sales-walk.ts';

export const title = 'The error of valuations: portal adverts of a file, walked forward in time';

/**
 * --file FILE: fit on all periods before the last one or --period YYYYMM, judge homes first seen in it.
 * --sales DIR: closed sales with date, value, area and point, walked forward by quarter.
 */
export function run(args: string[]): void {
  const { file, sales, period, trees } = parseOptions(args, { file: '', sales: '', period: 0, trees: 0 });
  if (sales !== '') judgeSales(sales);
  if (file === '' && sales !== '') return;
  if (!existsSync(file)) {
    console.log('Name a file of adverts: npm run bench -- valuation --file FILE [--sales DIR]');
    process.exitCode = 1;
    return;
  }
  judgeAdverts(file, period, trees || undefined);
}

function judgeSales(directory: string): void {
  const { model, mean, median } = walkSales(readSalesDirectory(directory));
  printMeasures('30 nearest, mean', measureAccuracy(mean));
  printMeasures('30 nearest, median', measureAccuracy(median));
  printMeasures('model', measureAccuracy(model));
}

function judgeAdverts(file: string, period: number, trees: number | undefined): void {
  const adverts = readPortalFile(file);
  const last = period || adverts.reduce((latest, advert) => Math.max(latest, advert.period), 0);
  const { earlier, judged } = splitByPeriod(adverts, last);
  console.log(`fit on ${earlier.length} adverts, judge ${judged.length} dwellings first seen in ${last}`);
  const result = fitAndJudge(earlier, judged, trees);
  printMeasures(
    '30 nearest',
    measureAccuracy(
      nearestBaseline(result.model, judged, { projection: projectionOf(earlier), centre: 'mean' }),
    ),
  );
  printMeasures('all', measureAccuracy(result.judged));
  for (const one of measureClasses(result.judged))
    printMeasures(`class ${one.class} (${percent(one.share)})`, one);
  const { levels, trend } = result.model.index;
  console.log(`index ${levels.map(percent).join(' ')}, then ${percent(trend)} a month`);
  console.log(
    `fitted in ${(result.fitMs / 1_000).toFixed(1)} s, ${result.valueMs.toFixed(2)} ms a valuation`,
  );
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
