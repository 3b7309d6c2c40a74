import { Type } from 'typebox';
import { type RequestFault, ruleFault } from '../lib/request-fault.ts';
import { type ClockTime, isTimeZone, localMinutes, nextClockTime } from '../lib/time-zone.ts';

/** When an alert notifies. Without one, at once. */
export interface DeliveryPlan {
  readonly mode: 'INSTANT' | 'DIGEST';
  /** The local time of the digest. */
  readonly at?: string;
  readonly timezone?: string;
  /** The events of a local day that are sent at once; the others wait for the digest. */
  readonly maxPerDay?: number;
  readonly quietHours?: { readonly from: string; readonly to: string };
  /** The language of mails. */
  readonly language?: 'en' | 'fr';
}

export const DEFAULT_DIGEST_TIME = '08:00';
export const DEFAULT_TIME_ZONE = 'Europe/Paris';
const MAX_PER_DAY = 10_000;
const MINUTES_PER_DAY = 24 * 60;

const closed = { additionalProperties: false };
const time = (description: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description, examples: ['08:00'] });

export const deliveryPlanSchema = Type.Object(
  {
    mode: Type.Unsafe<DeliveryPlan['mode']>({
      type: 'string',
      title: 'AlertDeliveryMode',
      enum: ['INSTANT', 'DIGEST'],
    }),
    at: Type.Optional(time(`The local time of the digest; ${DEFAULT_DIGEST_TIME} by default.`)),
    timezone: Type.Optional(
      Type.String({
        maxLength: 64,
        description: `An IANA time zone; ${DEFAULT_TIME_ZONE} by default.`,
        examples: ['Europe/Paris'],
      }),
    ),
    maxPerDay: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_PER_DAY,
        description:
          'INSTANT: the events of a local day that are sent at once. The others are in the next digest.',
      }),
    ),
    quietHours: Type.Optional(
      Type.Object(
        { from: time('Local time.'), to: time('Local time; may be on the next day.') },
        { ...closed, description: 'INSTANT: events of these hours are sent when they end.' },
      ),
    ),
    language: Type.Optional(
      Type.Unsafe<'en' | 'fr'>({
        type: 'string',
        title: 'Language',
        enum: ['en', 'fr'],
        description: 'The language of mails; English by default.',
      }),
    ),
  },
  { ...closed, description: 'When it notifies; at once when null.' },
);

/** What the schema cannot check. */
export const deliveryPlanFaults = (plan: DeliveryPlan | null | undefined): RequestFault[] =>
  plan?.timezone === undefined || typeof plan.timezone !== 'string' || isTimeZone(plan.timezone)
    ? []
    : [ruleFault('delivery.timezone', 'Must be an IANA time zone, such as Europe/Paris.', 'not_allowed')];

const toClockTime = (text: string): ClockTime => {
  const [hours = '0', minutes = '0'] = text.split(':');
  return { hours: Number(hours), minutes: Number(minutes) };
};

export const zoneOf = ({ timezone = DEFAULT_TIME_ZONE }: DeliveryPlan): string => timezone;

/** The next digest after a moment. */
export const nextDigestAt = (plan: DeliveryPlan, now: Date): Date =>
  nextClockTime(now, toClockTime(plan.at ?? DEFAULT_DIGEST_TIME), zoneOf(plan));

/** The end of the quiet hours that a moment is in; undefined outside them. */
export function quietUntil(plan: DeliveryPlan, now: Date): Date | undefined {
  if (plan.quietHours === undefined) return undefined;
  const [from, to] = [toClockTime(plan.quietHours.from), toClockTime(plan.quietHours.to)];
  const minutes = ({ hours, minutes: rest }: ClockTime): number => hours * 60 + rest;
  const length = (minutes(to) - minutes(from) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  const since = (localMinutes(now, zoneOf(plan)) - minutes(from) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  return since < length ? nextClockTime(now, to, zoneOf(plan)) : undefined;
}
