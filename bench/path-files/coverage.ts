import { type Profiler, Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');

/** Counts calls of every function from here on. Loading a module calls its functions too: load everything before. */
export async function startCallCounts(): Promise<{
  touchedFiles(): Promise<Set<string>>;
  stop(): Promise<void>;
}> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    async touchedFiles() {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      return new Set(result.filter(isTouched).map(({ url }) => relative(ROOT, fileURLToPath(url))));
    },
    async stop() {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

const isTouched = ({ url, functions }: Profiler.ScriptCoverage): boolean =>
  url.startsWith('file:') &&
  fileURLToPath(url).startsWith(join(ROOT, 'src/')) &&
  functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
