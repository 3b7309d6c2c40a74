/** What an account was told when it asked to make a request. */
export interface Admission {
  admitted: boolean;
  limit: number;
  remaining: number;
  /** Unix time, in seconds, at which a further request is sure to find room. */
  retryAt: number;
}

/** The requests of an account that a process may make without asking, and those that wait for more. */
export interface Grant {
  slot: number;
  left: number;
  /** Monotonic time at which the slot ends; reckoned from before the question was sent, so never late. */
  endsAt: number;
  free: number;
  retryAt: number;
  /** Requests admitted in this slot: the best guess of what the next one needs. */
  spent: number;
  /** Of the last grant. */
  size: number;
  recheckAt: number;
  /** Callers that wait for the database, in order. */
  queue: PendingRequest[];
  asking: boolean;
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
  asking: false,
  renewing: undefined,
});

export interface UnusedGrant {
  unusedSlot: number;
  unused: number;
}

export const NO_UNUSED_GRANT: UnusedGrant = { unusedSlot: 0, unused: 0 };

/** What was left, to be given back. */
export function drainGrant(grant: Grant): UnusedGrant {
  const unused = grant.left;
  grant.left = 0;
  return { unusedSlot: grant.slot, unused };
}

/** Not the only request of its second. */
export const isBusy = ({ spent }: Grant): boolean => spent > 1;
