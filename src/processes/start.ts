import { openDemo } from '../demo/demo.ts';
import { systemClock } from '../lib/clock.ts';
import { runParts } from './run.ts';
import type { Settings } from './settings.ts';

/** `npm start`: everything in one process, and what a newcomer needs to make a first call. */
export const start = (settings: Settings): Promise<void> =>
  runParts(settings, ['serve', 'work'], async ({ address }, { db }) => {
    const base = settings.BASE_URL ?? address;
    const wanted = settings.DEMO === 'on' || (settings.DEMO === '' && settings.DATABASE_URL === undefined);
    const demo = wanted ? await openDemo(db, systemClock, settings.DATA_DIR) : undefined;
    process.stdout.write(greeting(base, demo?.key));
  });

function greeting(base: string, key: string | undefined): string {
  const lines = ['', '  Gable is running.', '', `  API        ${base}`, `  Reference  ${base}/docs`];
  if (key === undefined) {
    return [...lines, '', '  Make a key:  npm run gable -- key create --account NAME', '', ''].join('\n');
  }
  const call = `curl -H 'X-API-KEY: ${key}' -H 'Accept: application/json' ${base}/sources`;
  return [...lines, `  Demo key   ${key}`, '', '  A first call:', '', `  ${call}`, '', ''].join('\n');
}
