import type { Database } from '../db/sql.ts';
import { openDemo } from '../demo/demo.ts';
import { LivingWorld } from '../demo/living-world.ts';
import { hasDivisions } from '../geo/lookup.ts';
import { systemClock } from '../lib/clock.ts';
import type { Duty } from '../queue/duty.ts';
import { isLoopbackHost } from './console-settings.ts';
import { servicePipeline } from './ingesting.ts';
import { runParts } from './run.ts';
import type { Settings } from './settings.ts';

/** How often the demo world is looked after. */
const DEMO_EVERY_MS = 10_000;

/** `npm start`: everything in one process, and what a newcomer needs to make a first call. */
export function start(settings: Settings): Promise<void> {
  const isOwnDatabase = settings.DATABASE_URL === undefined;
  const hasDemo = settings.DEMO === 'on' || (settings.DEMO === '' && isOwnDatabase);
  const hasWorld = hasDemo && isOwnDatabase;
  return runParts(settings, ['serve', 'work'], {
    async greet({ address }, { db }) {
      const demo = hasDemo ? await openDemo(db, systemClock, settings.DATA_DIR) : undefined;
      process.stdout.write(greeting(settings.BASE_URL ?? address, reachOf(settings.HOST), demo?.key));
    },
    // Made-up listings never go into a database of somebody else's.
    duties: ({ db }, { address }) =>
      hasWorld ? [demoDuty(db, settings.DATA_DIR, settings.BASE_URL ?? address)] : [],
    demoPictures: hasWorld,
  });
}

function demoDuty(db: Database, dataDir: string, base: string): Duty {
  const world = new LivingWorld(servicePipeline(db, systemClock), dataDir, base);
  return {
    name: 'live the demo world',
    everyMs: DEMO_EVERY_MS,
    // Without divisions every listing would be nowhere.
    run: async (signal) => ((await hasDivisions(db)) ? world.liveOn(signal) : undefined),
  };
}

/** Who can reach it, in words: a newcomer shall know before somebody else does. */
const reachOf = (host: string): string =>
  isLoopbackHost(host)
    ? `on this machine only (HOST=${host})`
    : `from other machines too (HOST=${host}): put a TLS proxy in front`;

function greeting(base: string, reach: string, key: string | undefined): string {
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
