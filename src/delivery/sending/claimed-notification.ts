import type { AlertEventType } from '../../catalogue/service-vocabularies.ts';
import type { PriceChange } from '../notifications/enqueue.ts';
import type { NotificationStatus } from '../notifications/store.ts';

/** A notification that this worker may send until its lease ends. Its attempt is counted already. */
export interface ClaimedNotification {
  accountId: string;
  id: string;
  eventId: string;
  kind: 'EVENT' | 'TEST' | 'CONFIRM';
  eventType: AlertEventType | 'DIGEST';
  alertId: string;
  alertName: string;
  propertyId: string | null;
  listingId: string | null;
  price: PriceChange | null;
  channel: 'WEBHOOK' | 'EMAIL';
  destinationId: string;
  address: string;
  /** Fences late writes: a worker that lost the claim changes nothing. */
  claim: string;
  attempt: number;
  failedAttempts: number;
  internalFailures: number;
  /** 0: first attempts; 1: retries and replays. */
  lane: 0 | 1;
  /** Set by a manual replay: one attempt, and the status to return to. */
  statusBefore: NotificationStatus | null;
  sequence: number;
  /** Sent to see whether a suspended destination works again. */
  probe: boolean;
  /** The trace that raised it. */
  traceparent?: string | null;
}

/** The result of one attempt. */
export interface AttemptResult {
  /** FAILED: by the receiver; LOST: by the service; SKIPPED: there is nothing to send any more. */
  outcome: 'DELIVERED' | 'FAILED' | 'LOST' | 'SKIPPED';
  error?: string;
  /** LOST because of a temporary internal problem: it does not count for the notification. */
  passing?: boolean;
  /** LOST because the process had to end: another worker sends it at once. */
  cut?: boolean;
  startedAt: Date;
  tookMs: number;
  request?: { headers: Record<string, string>; body: Buffer };
  reply?: { status: number; headers: Record<string, unknown>; body: Buffer };
}
