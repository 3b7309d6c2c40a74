import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { firstSearch, indexSteps, moduleSteps, serviceSteps } from '../api/warm-up.ts';
import { systemClock } from '../lib/clock.ts';
import type { Services } from '../service/services.ts';
import { OpenRequests } from './open-requests.ts';
import type { MemorySearchService } from './search-memory.ts';
import { warmUp } from './warm-up.ts';

const POLL_MS = 20;

/** While PostgreSQL starts. */
export const warmUpModules = (signal: AbortSignal): Promise<void> =>
  warmUp(moduleSteps(systemClock.now()), { signal });

interface ServerParts {
  readonly server: Server;
  readonly services: Services;
  readonly memory: MemorySearchService | undefined;
}

/** Once requests are accepted: the database plans a search beside them, anything else waits until there are none. */
export async function warmUpServer(
  { server, services, memory }: ServerParts,
  signal: AbortSignal,
): Promise<void> {
  const requests = new OpenRequests(server, () => memory?.waiting() ?? 0);
  const options = { signal, isServing: requests.isServing };
  try {
    await firstSearch(services).catch(() => undefined);
    await warmUp([...moduleSteps(services.clock.now()), ...serviceSteps(services)], options);
    while (memory?.isOpening() === true && !signal.aborted) await pause(POLL_MS, undefined, { ref: false });
    if (memory?.isReady() === true) await warmUp(indexSteps(services), options);
  } finally {
    requests.stop();
  }
}
