import type { DigestEvent } from '../notifications/digest.ts';
import type { ClaimedNotification } from './claimed-notification.ts';

type PayloadEvent = Pick<
  ClaimedNotification,
  'eventType' | 'eventId' | 'alertId' | 'alertName' | 'listingId'
>;

/** The bytes of a webhook: UTF-8, with the escapes that JSON requires; `data` is a serialized property. */
export function buildWebhookPayload(event: PayloadEvent, data: string): Buffer {
  const head = JSON.stringify({
    eventType: event.eventType,
    eventId: event.eventId,
    alert: { id: event.alertId, name: event.alertName },
    listing: event.listingId === null ? null : { id: event.listingId },
  });
  return Buffer.from(`${head.slice(0, -1)},"data":${data}}`);
}

/** Sent to a suspended endpoint without parked notifications. */
export const EMPTY_PAYLOAD = Buffer.from('{}');

/** The bytes of a digest: one entry for each home, with its events and the property. */
export function buildDigestPayload(
  event: PayloadEvent,
  homes: readonly { readonly events: readonly DigestEvent[]; readonly json: string }[],
): Buffer {
  const head = JSON.stringify({
    eventType: event.eventType,
    eventId: event.eventId,
    alert: { id: event.alertId, name: event.alertName },
  });
  const parts = homes.map(({ events, json }) => {
    const shown = events.map(({ eventId, eventType, listingId }) => ({
      eventId,
      eventType,
      listing: listingId === null ? null : { id: listingId },
    }));
    return `{"events":${JSON.stringify(shown)},"data":${json}}`;
  });
  return Buffer.from(`${head.slice(0, -1)},"homes":[${parts.join(',')}]}`);
}
