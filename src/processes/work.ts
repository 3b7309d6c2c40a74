import type { PeriodicJob } from '../queue/periodic-job.ts';
import { type JobParts, startJobs } from './jobs.ts';
import { openMail } from './mail.ts';
import { openOutboundClient } from './outbound-client.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './storage.ts';

/** The jobs of a worker with the clients they call other servers with. `listenUrl`: see openMail. */
export function startWork(
  settings: Settings,
  parts: Omit<JobParts, 'outbound' | 'mail' | 'dataDir'> & { storage: Storage; listenUrl: string },
  more: readonly PeriodicJob[] = [],
): { stop(): Promise<void> } {
  const { storage, listenUrl, ...context } = parts;
  const outbound = openOutboundClient(settings, context.log);
  const mail = openMail(settings, listenUrl, context);
  const jobs = startJobs(storage, { ...context, outbound, mail, dataDir: settings.DATA_DIR }, more);
  return {
    async stop() {
      await jobs.stop();
      await outbound.close();
    },
  };
}
