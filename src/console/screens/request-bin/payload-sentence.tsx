import type { PropertyResult } from '../../../catalogue/document.ts';
import { useFormat } from '../../parts/format.ts';
import { PhotoImage } from '../../parts/photo.tsx';
import { useLabels } from '../../words/catalogue.ts';
import { describeLocation, usePrice, useSummary } from '../explore/property-card.tsx';

interface Payload {
  readonly eventType?: string;
  readonly alert?: { readonly name?: string };
  readonly data?: PropertyResult;
}

/** Undefined when the body is no JSON, as that of a truncated digest. */
function parsePayload(body: string): Payload | undefined {
  try {
    return JSON.parse(body) as Payload;
  } catch {
    return undefined;
  }
}

/** What a payload says, in one line: event, home, price, alert. */
export function PayloadSentence({ body }: { body: string }) {
  const labels = useLabels();
  const format = useFormat();
  const price = usePrice();
  const summary = useSummary();
  const payload = parsePayload(body);
  const property = payload?.data?.property;
  const change = property?.changes?.find(({ attribute }) => attribute === 'DISPLAYED_PRICE');
  const before = payload?.eventType === 'PRICE_CHANGE' ? change?.numericOld : undefined;
  return (
    <div class="row event-line">
      {property && (
        <span class="thumb">
          <PhotoImage url={property.pictures?.[0]?.url} alt="" />
        </span>
      )}
      <div class="stack tight">
        <span class="row">
          {payload?.eventType && <span class="badge accent">{labels.value(payload.eventType)}</span>}
          {property && (
            <strong class="numbers">
              {before !== undefined && `${format.money(before, property.pricing?.currency)} → `}
              {price(property)}
            </strong>
          )}
        </span>
        {property && (
          <span class="small">
            {[summary(property), describeLocation(property)].filter(Boolean).join(' · ')}
          </span>
        )}
        {payload?.alert?.name && <span class="soft small">{payload.alert.name}</span>}
      </div>
    </div>
  );
}
