import type { EventLineJson } from '../../api/generated/console.ts';
import { useFormat } from '../../parts/format.ts';
import { PhotoImage } from '../../parts/photo.tsx';
import { useWords } from '../../state/language.ts';
import { buildUrl } from '../../state/route.ts';
import { useLabels } from '../../words/catalogue.ts';
import { deliveryWords } from '../../words/delivery.ts';
import { exploreWords } from '../../words/explore.ts';
import '../../style/events.css';

/** What a sentence is made of. Ids are absent where nothing can be linked, as in a payload. */
export interface EventFacts extends Pick<EventLineJson, 'eventType' | 'home' | 'changes' | 'alertName'> {
  readonly isTest?: boolean;
  readonly alertId?: string;
  readonly propertyId?: string | null;
}

type HomeFacts = NonNullable<EventLineJson['home']>;

/** Which home, what happened to it with old and new values, for which alert. */
export function EventSentence({ facts }: { facts: EventFacts }) {
  const words = useWords(deliveryWords);
  const labels = useLabels();
  const { home, alertName, alertId } = facts;
  return (
    <div class="row event-line">
      <span class="thumb">
        <PhotoImage url={home?.picture ?? undefined} alt="" />
      </span>
      <div class="stack tight">
        <span class="row">
          <span class="badge accent">{labels.value(facts.eventType)}</span>
          {facts.isTest && <span class="badge">{words.isTest}</span>}
          <ChangedValues facts={facts} />
        </span>
        <HomeName home={home} propertyId={facts.propertyId} alertId={facts.isTest ? undefined : alertId} />
        {alertName !== null && (
          <span class="soft small">
            {words.alert}:{' '}
            {alertId && !facts.isTest ? <a href={buildUrl(`/alerts/${alertId}`)}>{alertName}</a> : alertName}
          </span>
        )}
      </div>
    </div>
  );
}

/** "€260,000 → €250,000 (−3.8%)", or the price alone where nothing changed. */
function ChangedValues({ facts: { home, changes } }: { facts: EventFacts }) {
  const words = useWords(exploreWords);
  const labels = useLabels();
  const format = useFormat();
  const value = (attribute: string, amount: number | null) => {
    if (amount === null) return '—';
    if (!attribute.endsWith('PRICE')) return format.number(amount, 1);
    return format.money(amount, home?.currency ?? undefined);
  };
  if (changes.length === 0) {
    if (home?.price == null) return null;
    const price = value('PRICE', home.price);
    return (
      <strong class="numbers">
        {home.transactionType === 'RENT' ? `${price} ${words.perMonth}` : price}
      </strong>
    );
  }
  return (
    <>
      {changes.map(({ attribute, before, after }) => (
        <span key={attribute} class="numbers">
          {!attribute.endsWith('PRICE') && `${labels.value(attribute)} `}
          {(before !== null || after !== null) && (
            <strong>
              {value(attribute, before)} → {value(attribute, after)}
            </strong>
          )}
          {before !== null && after !== null && before !== 0 && (
            <span class="soft small"> ({format.percent(((after - before) / before) * 100)})</span>
          )}
        </span>
      ))}
    </>
  );
}

interface HomeNameProps {
  home: HomeFacts | null;
  propertyId?: string | null | undefined;
  /** The page of the home says why it matched this alert. */
  alertId?: string | undefined;
}

function HomeName({ home, propertyId, alertId }: HomeNameProps) {
  const words = useWords(exploreWords);
  const delivery = useWords(deliveryWords);
  const labels = useLabels();
  const format = useFormat();
  if (home === null) return propertyId ? <span class="soft small">{delivery.homeGone}</span> : null;
  const name = [
    home.propertyType && labels.value(home.propertyType),
    home.area !== null && `${format.number(home.area, 1)} ${home.areaUnit === 'HECTARE' ? 'ha' : 'm²'}`,
    home.rooms !== null && words.rooms(home.rooms),
    home.town,
  ]
    .filter(Boolean)
    .join(' · ');
  if (!propertyId) return <span class="small">{name}</span>;
  return <a href={buildUrl(`/properties/${propertyId}`, { alert: alertId })}>{name || delivery.home}</a>;
}
