import { systemClock } from '../../lib/clock.ts';
import { readAccuracy } from '../../valuation/accuracy.ts';
import { requestFitNow } from '../../valuation/fit-market.ts';
import { type Market, markets } from '../../valuation/market.ts';
import { type Command, usageError } from '../command.ts';
import { JSON_OPTION, print, printRow } from '../output.ts';
import { withDatabase } from '../with-database.ts';

const MARKET_OPTION = { market: { type: 'string' } } as const;

function readMarketOption(given: string | boolean | undefined): Market[] {
  if (given === undefined) return [...markets];
  const market = markets.find((one) => one === String(given).toUpperCase());
  if (market === undefined) throw usageError(`--market is one of ${markets.join(', ')}`);
  return [market];
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const valuationCommands: Command[] = [
  {
    words: 'valuation fit',
    usage: '[--market MARKET]',
    summary: 'ask for a fit of the valuation models',
    help: ['A running worker fits them. Without it they are fitted once a day.'],
    options: MARKET_OPTION,
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        for (const market of readMarketOption(given.options['market'])) {
          const isNew = await requestFitNow({ db, clock: systemClock }, market);
          print(`${market}: ${isNew ? 'a fit is due' : 'a fit is already waiting or running'}`);
        }
      }),
  },
  {
    words: 'valuation status',
    usage: '[--market MARKET] [--json]',
    summary: 'show the valuation models in use and their latest fits',
    help: ['A failed fit leaves the last model in use; the reason is shown.'],
    options: { ...MARKET_OPTION, ...JSON_OPTION },
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        for (const market of readMarketOption(given.options['market'])) {
          const { fittedAt, latestFit, failure, all } = await readAccuracy(db, market);
          const error = all === null ? null : all.medianAbsoluteError;
          printRow(
            given,
            { market, fittedAt, latestFit, failure, medianAbsoluteError: error, prices: all?.n ?? 0 },
            [market, fittedAt ?? 'no model', latestFit, failure ?? (error === null ? '' : percent(error))],
          );
        }
      }),
  },
  {
    words: 'valuation report',
    usage: '[--market MARKET] [--json]',
    summary: 'show how wrong valuations are, by class, type and place',
    help: ['Median absolute error, within 10 and 20 %, bias, and what the 80 % interval holds.'],
    options: { ...MARKET_OPTION, ...JSON_OPTION },
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        for (const market of readMarketOption(given.options['market'])) {
          const { all, classes, types, places } = await readAccuracy(db, market);
          for (const entry of [...(all === null ? [] : [all]), ...classes, ...types, ...places])
            printRow(given, { market, ...entry }, [
              market,
              'label' in entry ? (entry.label ?? entry.name) : entry.name,
              percent(entry.medianAbsoluteError),
              percent(entry.within10),
              percent(entry.within20),
              percent(entry.bias),
              percent(entry.coverage80),
              entry.n,
            ]);
        }
      }),
  },
];
