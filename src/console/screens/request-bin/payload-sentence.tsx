import type { PropertyResult } from '../../../catalogue/document.ts';
import { summarizeHome } from '../../../catalogue/home-summary.ts';
import { type EventFacts, EventSentence } from '../deliveries/event-sentence.tsx';

interface Payload {
  readonly eventType?: string;
  readonly alert?: { readonly name?: string };
  readonly data?: PropertyResult;
}

/** What a payload says, in the sentence of a delivery. Nothing for a body that is no JSON, as that of a cut digest. */
export function PayloadSentence({ body }: { body: string }) {
  const facts = readFacts(body);
  return facts ? <EventSentence facts={facts} /> : null;
}

function readFacts(body: string): EventFacts | undefined {
  const payload = parsePayload(body);
  if (payload?.eventType === undefined) return undefined;
  const { eventType, alert, data } = payload;
  const price = data?.property.changes.find(({ attribute }) => attribute === 'DISPLAYED_PRICE');
  const before = eventType === 'PRICE_CHANGE' ? price?.numericOld : undefined;
  return {
    eventType,
    alertName: alert?.name ?? null,
    home: data === undefined ? null : summarizeHome(data),
    changes:
      before === undefined
        ? []
        : [{ attribute: 'DISPLAYED_PRICE', before, after: price?.numericNew ?? null }],
  };
}

function parsePayload(body: string): Payload | undefined {
  try {
    return JSON.parse(body) as Payload;
  } catch {
    return undefined;
  }
}
