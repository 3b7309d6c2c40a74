import type { Claimed } from './claimed.ts';

type Event = Pick<Claimed, 'eventType' | 'eventId' | 'alertId' | 'alertName' | 'listingId'>;

/** The bytes of a webhook: UTF-8, nothing escaped that JSON need not escape; `data` is a property, written. */
export function payload(event: Event, data: string): Buffer {
  const head = JSON.stringify({
    eventType: event.eventType,
    eventId: event.eventId,
    alert: { id: event.alertId, name: event.alertName },
    listing: event.listingId === null ? null : { id: event.listingId },
  });
  return Buffer.from(`${head.slice(0, -1)},"data":${data}}`);
}

/** Sent to a suspended endpoint for which nothing is held. */
export const EMPTY_EVENT = Buffer.from('{}');
