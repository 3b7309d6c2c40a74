import type { PropertyResult } from '../../catalogue/document.ts';
import type { Claimed } from './claimed.ts';

/** The documents of one batch as text, each written once: `data` is what GET /properties/{id} sends, byte for byte. */
export class Documents {
  readonly #texts = new Map<PropertyResult, string>();

  textOf(property: PropertyResult): string {
    let text = this.#texts.get(property);
    if (text === undefined) {
      text = JSON.stringify(property);
      this.#texts.set(property, text);
    }
    return text;
  }
}

type Event = Pick<Claimed, 'eventType' | 'eventId' | 'alertId' | 'alertName' | 'listingId'>;

/** The bytes of a webhook: UTF-8, nothing escaped that JSON need not escape. */
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
