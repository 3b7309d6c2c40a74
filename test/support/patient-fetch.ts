import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 60_000;
const MAX_PAUSE_MS = 1_000;

/**
 * A request that is sent again while the service is busy: 503 with Retry-After, as the clients do. On a machine with twelve
 * processes on two cores the first session of a pool took more than its 5 s. A 503 without Retry-After is an answer.
 */
export async function fetchPatiently(url: string, init: RequestInit): Promise<Response> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const response = await fetch(url, init);
    const seconds = Number(response.headers.get('retry-after'));
    if (response.status !== 503 || !(seconds > 0) || performance.now() > deadline) return response;
    await response.body?.cancel();
    await pause(Math.min(MAX_PAUSE_MS, seconds * 1_000));
  }
}
