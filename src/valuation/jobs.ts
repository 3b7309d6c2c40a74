import { HOUR_MS } from '../lib/durations.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { type FitContext, requestDueFits, runDueFit } from './fit-market.ts';
import { valueByNewModel, valueChangedProperties } from './value-changes.ts';

/** With the time a batch takes, a changed property is valued well within the promised minute. */
const VALUE_INTERVAL_MS = 10_000;
const FIT_CHECK_INTERVAL_MS = 30_000;

/** The valuation jobs of a worker. */
export const valuationJobs = (context: FitContext): PeriodicJob[] => [
  { name: 'request fits of valuation models', everyMs: HOUR_MS, run: () => requestDueFits(context) },
  {
    name: 'fit valuation models',
    everyMs: FIT_CHECK_INTERVAL_MS,
    async run(signal) {
      while (!signal.aborted && (await runDueFit(context, signal)) !== undefined);
    },
  },
  {
    name: 'value changed properties',
    everyMs: VALUE_INTERVAL_MS,
    async run(signal) {
      await valueChangedProperties(context, signal);
      for (const market of ['ASKING', 'RENT'] as const)
        if (!signal.aborted) await valueByNewModel(context, market, signal);
    },
  },
];
