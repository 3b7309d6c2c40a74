import { eventOfChange } from '../catalogue/changes.ts';
import {
  type AlertEventType,
  type AlertScope,
  serviceVocabularies,
} from '../catalogue/service-vocabularies.ts';
import type { PriceChange } from '../delivery/notifications/enqueue.ts';
import type { AttributeDifference } from '../properties/changes.ts';
import type { PropertyChange } from './property-change.ts';

/** The states of a change that match the criteria of an alert. */
export interface StateMatches {
  readonly before: boolean;
  readonly after: boolean;
}

/** An event for one subject, before the rules of alerts are applied. */
export interface CandidateEvent {
  readonly eventType: AlertEventType;
  readonly scope: AlertScope;
  /** The id of the property or the listing. */
  readonly subjectId: string;
  /** The listing that the notification names. */
  readonly listingId: string | null;
  /** The values that the ranges of a rule are compared with: one percentage for each change. */
  readonly percents: readonly (number | undefined)[];
  readonly price?: PriceChange;
  /** Only where the criteria did not match before. */
  readonly newly?: true;
}

/**
 * All events that a change may raise, for any alert. What no listing did, such as a merge or a corrected location,
 * raises nothing; but where it changed the displayed price or the estimate, the property may enter the range of an
 * alert. A price move that was held back has entries of its own, and its listing was observed before.
 */
export function deriveCandidateEvents(change: PropertyChange): readonly CandidateEvent[] {
  if (change.after === null) return [];
  if (change.listingEvents.length === 0)
    return [
      ...(isPriceMoved(change) || change.kinds.includes('VALUED') ? newMatches(change) : []),
      ...contentChanges(change),
    ];
  return [...newMatches(change), ...contentChanges(change), ...marketStatusEvents(change)];
}

/** The rules that an event of this change may satisfy. */
export const candidateRuleBits = (candidates: readonly CandidateEvent[]): number =>
  candidates.reduce((bits, { eventType, scope }) => bits | ruleBit(eventType, scope), 0);

/** The events of one alert. */
export function selectAlertEvents(
  candidates: readonly CandidateEvent[],
  judged: StateMatches,
  rules: readonly AlertRule[],
): readonly CandidateEvent[] {
  return candidates.filter((event) => {
    const rule = rules.find(({ eventType }) => eventType === event.eventType);
    if (rule === undefined || rule.scope !== event.scope) return false;
    return (
      isTriggered(event, judged) &&
      event.percents.some((percent) => isWithinRanges(percent, rule.variationPercent))
    );
  });
}

/** NEW_MATCH and REACTIVATED need the state after the change, all others either state. */
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
 * A property that matches now and did not before; for scope LISTING each of its live listings then, and later each new
 * one. A property that was only regrouped is not new; a new listing is, even when it caused a merge.
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

/** The displayed price differs from before, for any reason. */
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

/** One event for the price and one for everything else. */
function groupByEventType(
  differences: readonly AttributeDifference[],
  event: (eventType: AlertEventType) => CandidateEvent,
): CandidateEvent[] {
  const byEvent = Map.groupBy(differences, ({ attribute }) => eventOfChange(attribute));
  return [...byEvent].map(([eventType, own]) => ({
    ...event(eventType),
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

/** Signed per cent; at least one of the two. */
export interface PercentRange {
  readonly gte?: number;
  readonly lte?: number;
}

export interface AlertRule {
  readonly eventType: AlertEventType;
  readonly scope: AlertScope;
  /** One of them must match; a change without a percentage matches none. */
  readonly variationPercent?: readonly PercentRange[];
}

export const DEFAULT_RULES: readonly AlertRule[] = [{ eventType: 'NEW_MATCH', scope: 'PROPERTY' }];

const types = serviceVocabularies.alertEventType.values;
const scopes = serviceVocabularies.alertScope.values;

/** One bit for each event type and scope: the index stores these of the rules. */
export const ruleBit = (eventType: AlertEventType, scope: AlertScope): number =>
  1 << (types.indexOf(eventType) * scopes.length + scopes.indexOf(scope));

export const ruleBits = (rules: readonly AlertRule[]): number =>
  rules.reduce((bits, { eventType, scope }) => bits | ruleBit(eventType, scope), 0);

/** Without ranges every change matches. */
function isWithinRanges(percent: number | undefined, ranges: readonly PercentRange[] | undefined): boolean {
  if (ranges === undefined) return true;
  if (percent === undefined) return false;
  return ranges.some(({ gte = -Infinity, lte = Infinity }) => percent >= gte && percent <= lte);
}
