import type { AlertEventType } from '../../catalogue/service-vocabularies.ts';
import type { PriceChange } from '../notifications/enqueue.ts';
import type { NotificationStatus } from '../notifications/store.ts';

/** A notification that this worker may send, until its lease ends. Its attempt is counted already. */
export interface ClaimedNotification {
  accountId: string;
  id: string;
  eventId: string;
  kind: 'EVENT' | 'TEST' | 'CONFIRM';
  eventType: AlertEventType;
  alertId: string;
  alertName: string;
  propertyId: string | null;
  listingId: string | null;
  price: PriceChange | null;
  channel: 'WEBHOOK' | 'EMAIL';
  destinationId: string;
  address: string;
  /** Fences what is written about it: whoever lost the claim changes nothing. */
  claim: string;
  attempt: number;
  failedAttempts: number;
  internalFailures: number;
  /** 0: first tries; 1: retries and replays. */
  lane: 0 | 1;
  /** Set when it was asked for by hand: one attempt, and where it returns to. */
  statusBefore: NotificationStatus | null;
  sequence: number;
  /** Sent to see whether a suspended destination answers again. */
  probe: boolean;
}

/** How one attempt went. */
export interface AttemptResult {
  /** FAILED by the receiver's doing, LOST by ours, SKIPPED when there is nothing to send any more. */
  outcome: 'DELIVERED' | 'FAILED' | 'LOST' | 'SKIPPED';
  error?: string;
  /** LOST for as long as something of ours does not work: it says nothing about the notification. */
  passing?: boolean;
  /** LOST as the process had to end: whoever is there sends it at once. */
  cut?: boolean;
  startedAt: Date;
  tookMs: number;
  request?: { headers: Record<string, string>; body: Buffer };
  reply?: { status: number; headers: Record<string, unknown>; body: Buffer };
}
