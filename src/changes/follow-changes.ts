import type { ChangesContext, ChangesPage, ChangesRequest } from './read-changes.ts';
import { readChanges } from './read-changes.ts';
import type { LogTail } from './tail.ts';

/** Proxies close a connection that is silent for longer. */
const HEARTBEAT_MS = 10_000;
/** A stream ends after this time and its client reconnects, so that a revoked key does not read on. */
export const MAX_STREAM_MS = 15 * 60_000;

/** Pages of changes as they happen; an empty page is a sign of life with a younger cursor. */
export async function* followChanges(
  context: ChangesContext & { tail: LogTail },
  request: ChangesRequest,
  first: ChangesPage,
  signal: AbortSignal,
): AsyncGenerator<ChangesPage> {
  const endsAt = performance.now() + MAX_STREAM_MS;
  let page = first;
  let mark: string | undefined;
  let silentSince = performance.now();
  yield page;
  while (!signal.aborted && performance.now() < endsAt) {
    if (!page.hasMore) await context.tail.wait(mark, HEARTBEAT_MS, signal);
    if (signal.aborted) return;
    mark = context.tail.mark();
    const next = await readChanges(context, { ...request, cursor: page.cursor });
    if ('refused' in next) return;
    page = next;
    if (page.changes.length === 0 && performance.now() - silentSince < HEARTBEAT_MS) continue;
    silentSince = performance.now();
    yield page;
  }
}
