/** How long to wait between tries: the first wait, doubled each time, never above the cap. */
export interface Backoff {
  readonly firstMs: number;
  readonly capMs: number;
}

/**
 * The wait before retry `attempt` (0 is the first). Jitter subtracts up to half: processes that lost the same server at
 * the same moment do not all return at once.
 */
export function backoffMs(attempt: number, { firstMs, capMs }: Backoff, random = Math.random): number {
  const full = Math.min(capMs, firstMs * 2 ** attempt);
  return full * (1 - random() / 2);
}
