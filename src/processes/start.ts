import { openDemo } from '../demo/demo.ts';
import { recordDemoSales } from '../demo/demo-sales.ts';
import { LivingWorld } from '../demo/living-world.ts';
import { hasDivisions } from '../geo/lookup.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import { systemClock } from '../lib/clock.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { isLoopbackHost } from './console-settings.ts';
import { runProcess } from './run.ts';
import { createServicePipeline } from './service-pipeline.ts';
import type { Settings } from './settings.ts';

/** A newcomer waits for the first homes: the world begins soon after the divisions are loaded. */
const DEMO_INTERVAL_MS = 2_000;

/** `npm start`: everything in one process, with a demo account for a first call. */
export function start(settings: Settings): Promise<void> {
  const isOwnDatabase = settings.DATABASE_URL === undefined;
  const hasDemo = settings.DEMO === 'on' || (settings.DEMO === '' && isOwnDatabase);
  const hasWorld = hasDemo && isOwnDatabase;
  return runProcess(settings, ['serve', 'work'], {
    async onRunning({ url }, { db }) {
      const demo = hasDemo ? await openDemo(db, systemClock, settings.DATA_DIR) : undefined;
      process.stdout.write(renderGreeting(settings.BASE_URL ?? url, describeReach(settings.HOST), demo?.key));
    },
    // Generated listings go into the embedded database only.
    jobs: ({ db, places, url }) =>
      hasWorld
        ? [
            demoJob(
              createServicePipeline(db, systemClock, places),
              settings.DATA_DIR,
              settings.BASE_URL ?? url,
            ),
          ]
        : [],
    demoPictures: hasWorld,
  });
}

function demoJob(pipeline: Pipeline, dataDir: string, base: string): PeriodicJob {
  const { db } = pipeline;
  const world = new LivingWorld(pipeline, dataDir, base);
  return {
    name: 'advance the demo world',
    everyMs: DEMO_INTERVAL_MS,
    // Without divisions no listing can be located.
    async run(signal) {
      if (!(await hasDivisions(db))) return;
      await world.feedDueDays(signal);
      if (!signal.aborted) await recordDemoSales(db, systemClock, dataDir);
    },
  };
}

/** Who can reach the service, printed at the start. */
const describeReach = (host: string): string =>
  isLoopbackHost(host)
    ? `on this machine only (HOST=${host})`
    : `from other machines too (HOST=${host}): put a TLS proxy in front`;

function renderGreeting(base: string, reach: string, key: string | undefined): string {
  const lines = [
    '',
    '  Gable is running.',
    '',
    `  API        ${base}`,
    `  Console    ${base}/console`,
    `  Reference  ${base}/docs`,
    `  Reachable  ${reach}`,
  ];
  if (key === undefined) {
    return [...lines, '', '  Make a key:  npm run gable -- key create --account NAME', '', ''].join('\n');
  }
  const call = `curl -H 'X-API-KEY: ${key}' -H 'Accept: application/json' ${base}/sources`;
  return [...lines, `  Demo key   ${key}`, '', '  A first call:', '', `  ${call}`, '', ''].join('\n');
}
