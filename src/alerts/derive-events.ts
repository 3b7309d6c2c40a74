import { eventOfChange } from '../catalogue/changes.ts';
import type { AlertEventType, AlertScope } from '../catalogue/service-vocabularies.ts';
import type { PriceChange } from '../delivery/notifications/enqueue.ts';
import type { AttributeDifference } from '../properties/changes.ts';
import type { PropertyChange } from './property-change.ts';
import { type AlertRule, isWithinRanges, ruleBit } from './rules.ts';

/** Which states of a change an alert's criteria hold for. */
export interface StateMatches {
  readonly before: boolean;
  readonly after: boolean;
}

/** What happened, once for each subject that may be told about it. */
export interface CandidateEvent {
  readonly eventType: AlertEventType;
  readonly scope: AlertScope;
  /** The property, or the listing. */
  readonly subjectId: string;
  /** The listing that the notification names. */
  readonly listingId: string | null;
  /** What the ranges of a rule look at: one percentage for each thing that changed. */
  readonly percents: readonly (number | undefined)[];
  readonly price?: PriceChange;
  /** Holds only where the criteria did not hold before. */
  readonly newly?: true;
}

/**
 * Everything a change may raise, whoever asks. Decided once; alerts are then held against it. What no listing did, such as a merge or a
 * corrected place, is nobody's news; but where it changed the price that is shown, the home may come into the range of an alert.
 */
export function deriveCandidateEvents(change: PropertyChange): readonly CandidateEvent[] {
  if (change.after === null) return [];
  if (change.listingEvents.length === 0) return isPriceMoved(change) ? newMatches(change) : [];
  return [...newMatches(change), ...contentChanges(change), ...marketStatusEvents(change)];
}

/** The rules that something of this change may satisfy. */
export const candidateRuleBits = (happenings: readonly CandidateEvent[]): number =>
  happenings.reduce((bits, { eventType, scope }) => bits | ruleBit(eventType, scope), 0);

/** The events of one alert. */
export function selectAlertEvents(
  happenings: readonly CandidateEvent[],
  judged: StateMatches,
  rules: readonly AlertRule[],
): readonly CandidateEvent[] {
  return happenings.filter((happening) => {
    const rule = rules.find(({ eventType }) => eventType === happening.eventType);
    if (rule === undefined || rule.scope !== happening.scope) return false;
    return (
      isTriggered(happening, judged) &&
      happening.percents.some((percent) => isWithinRanges(percent, rule.variationPercent))
    );
  });
}

/** NEW_MATCH and REACTIVATED need the present state, all others any of the two. */
function isTriggered({ eventType, newly }: CandidateEvent, { before, after }: StateMatches): boolean {
  if (eventType === 'NEW_MATCH') return after && (newly !== true || !before);
  return eventType === 'REACTIVATED' ? after : before || after;
}

const NO_PERCENTAGE = [undefined];

const propertyEvent = (change: PropertyChange, eventType: AlertEventType): CandidateEvent => ({
  eventType,
  scope: 'PROPERTY',
  subjectId: change.propertyId,
  listingId: triggeringListing(change),
  percents: NO_PERCENTAGE,
});

const listingEvent = (listingId: string, eventType: AlertEventType): CandidateEvent => ({
  eventType,
  scope: 'LISTING',
  subjectId: listingId,
  listingId,
  percents: NO_PERCENTAGE,
});

const triggeringListing = ({ listingId, listingEvents, after }: PropertyChange): string | null =>
  listingId ?? listingEvents[0]?.listingId ?? after?.listings[0]?.id ?? null;

/**
 * A property that matches now and did not before; for scope LISTING each of its live listings then, and later each new one. What was
 * merely grouped anew is not new; a new listing is, even when it brought about a merge.
 */
function newMatches(change: PropertyChange): CandidateEvent[] {
  const created = change.listingEvents
    .filter(({ kind }) => kind === 'CREATED')
    .map(({ listingId }) => listingId);
  const added = created.map((id) => listingEvent(id, 'NEW_MATCH'));
  if (change.kinds.includes('REGROUPED') && !isPriceMoved(change)) return added;
  const live = (change.after?.listings ?? []).filter(
    ({ id, expiredAt }) => !expiredAt && !created.includes(id),
  );
  return [
    { ...propertyEvent(change, 'NEW_MATCH'), newly: true },
    ...added,
    ...live.map(({ id }) => ({ ...listingEvent(id, 'NEW_MATCH'), newly: true as const })),
  ];
}

/** The price that is shown is another than before, for whatever reason. */
const isPriceMoved = ({ before, after }: PropertyChange): boolean =>
  before !== null &&
  before.property.pricing?.displayed !== after?.property.pricing?.displayed &&
  after?.property.pricing?.displayed !== undefined;

function contentChanges(change: PropertyChange): CandidateEvent[] {
  return [
    ...groupByEventType(change.changes, (eventType) => propertyEvent(change, eventType)),
    ...change.listingEvents.flatMap(({ listingId, changes }) =>
      groupByEventType(changes, (eventType) => listingEvent(listingId, eventType)),
    ),
  ];
}

/** One happening for the price and one for all else. */
function groupByEventType(
  differences: readonly AttributeDifference[],
  happening: (eventType: AlertEventType) => CandidateEvent,
): CandidateEvent[] {
  const byEvent = Map.groupBy(differences, ({ attribute }) => eventOfChange(attribute));
  return [...byEvent].map(([eventType, own]) => ({
    ...happening(eventType),
    percents: own.map(({ variationPercent }) => variationPercent),
    ...(eventType === 'PRICE_CHANGE' && own[0] && { price: toPriceChange(own[0]) }),
  }));
}

const toPriceChange = ({ numericOld, numericNew, variationPercent }: AttributeDifference): PriceChange => ({
  old: numericOld ?? null,
  new: numericNew ?? null,
  percent: variationPercent ?? null,
});

const MARKET_STATUS_KINDS = ['EXPIRED', 'REACTIVATED'] as const;

function marketStatusEvents(change: PropertyChange): CandidateEvent[] {
  return MARKET_STATUS_KINDS.flatMap((kind) => [
    ...(change.kinds.includes(kind) ? [propertyEvent(change, kind)] : []),
    ...change.listingEvents
      .filter((event) => event.kind === kind)
      .map(({ listingId }) => listingEvent(listingId, kind)),
  ]);
}
