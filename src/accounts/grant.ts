/** The decision on one request of an account. */
export interface Admission {
  admitted: boolean;
  limit: number;
  remaining: number;
  /** Unix time, in seconds, from which a further request is certainly admitted. */
  retryAt: number;
}

/** The requests of an account that a process may admit without a query, and those that wait for more. */
export interface Grant {
  slot: number;
  left: number;
  /** Monotonic time at which the slot ends; measured from before the query was sent, so never late. */
  endsAt: number;
  free: number;
  retryAt: number;
  /** Requests admitted in this slot: the estimate for the next one. */
  spent: number;
  /** Size of the last grant. */
  size: number;
  recheckAt: number;
  /** Callers that wait for the database, in order. */
  queue: PendingRequest[];
  /** The query that is under way for more. */
  asking: Promise<void> | undefined;
  /** The last return of what was left of a former slot. */
  returning: Promise<unknown> | undefined;
  renewing: NodeJS.Timeout | undefined;
}

export interface PendingRequest {
  resolve(admission: Admission): void;
  reject(error: unknown): void;
}

export const emptyGrant = (): Grant => ({
  slot: 0,
  left: 0,
  endsAt: 0,
  free: 0,
  retryAt: 0,
  spent: 0,
  size: 1,
  recheckAt: 0,
  queue: [],
  asking: undefined,
  returning: undefined,
  renewing: undefined,
});

export interface UnusedGrant {
  unusedSlot: number;
  unused: number;
}

export const NO_UNUSED_GRANT: UnusedGrant = { unusedSlot: 0, unused: 0 };

/** The unused rest, to be returned. */
export function drainGrant(grant: Grant): UnusedGrant {
  const unused = grant.left;
  grant.left = 0;
  return { unusedSlot: grant.slot, unused };
}

/** More than one request in its second. */
export const isBusy = ({ spent }: Grant): boolean => spent > 1;
