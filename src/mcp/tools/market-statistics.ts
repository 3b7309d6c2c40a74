import { type TSchema, Type } from 'typebox';
import { MOST_GROUPS } from '../../analytics/analytics.ts';
import { parseQuestion } from '../../analytics/query.ts';
import { brokenRule, faultsProblem } from '../../api/problem.ts';
import { listingParameters } from '../../api/routes/analytics.ts';
import { locateCities } from '../asked.ts';
import type { Located } from '../locations.ts';
import { idsByLevel } from '../places-by-level.ts';
import { plainMembers } from '../question.ts';
import { budgetOf, costOf, fitted, type Told } from '../told.ts';
import { anObject, closed, maxTokens, orNull, READS, tool } from '../tool.ts';
import { locatedLine, locatedSchema, locatedTold } from './places-told.ts';

const GROUP = [{ text: '{"group":' }, 'group', { text: ',"metrics":' }, 'metrics', { text: '}' }] as const;

interface Group {
  group: Record<string, string | null>;
  metrics: Record<string, number | null>;
}

export const marketStatisticsTool = tool({
  name: 'market_statistics',
  title: 'Market statistics',
  description:
    'Counts, averages, medians and percentiles of what listings did (appeared, changed price, left, returned), by period and by up to 10 columns: price levels, trends, time on the market. Give `city` as plain names of municipalities, districts or neighbourhoods, or ids. Example: city ["Lyon"], transaction_type "SELL", event_type ["CREATED"], time_bucket "month", metrics ["count","median:price_per_sqm"]. Free of credits.',
  hints: READS,
  routeType: 'analytics',
  input: Type.Object(
    { city: plainMembers.city, ...listingParameters, maxTokens } as Record<string, TSchema>,
    closed,
  ),
  output: Type.Object(
    {
      sampleSize: Type.Integer({ description: 'Events that the figures are made of.' }),
      from: orNull(Type.String(), 'The first of them.'),
      to: orNull(Type.String(), 'The last of them.'),
      places: Type.Array(locatedSchema),
      groups: Type.Array(
        anObject('The period, the grouped columns, and the figures by the metric asked for.'),
      ),
      leftOut: Type.Integer({ description: 'Groups that did not fit.' }),
    },
    closed,
  ),
  async run(call, args) {
    const {
      maxTokens: _,
      city,
      ...asked
    } = args as Record<string, unknown> & { city?: string[]; maxTokens?: number };
    const places = await locateCities(call.places, city ?? []);
    const parsed = parseQuestion({ time_bucket: 'month', ...asked, ...columnsOf(places) });
    if ('faults' in parsed) throw faultsProblem(parsed.faults);
    const figures = await call.analytics.listings(parsed.question, GROUP);
    if (figures === undefined)
      throw brokenRule(
        'group_by',
        `There are more than ${MOST_GROUPS} groups: take a wider time_bucket or fewer columns.`,
        'too_many',
      );
    const groups = JSON.parse(`[${figures.groups}]`) as Group[];
    const budget = budgetOf(args as { maxTokens?: number });
    const tell = (shown: readonly Group[], told: readonly Located[] = places): Told => ({
      text: [
        `${figures.meta.sample_size} events, ${groups.length} groups${shown.length < groups.length ? `, the first ${shown.length} shown` : ''}.`,
        ...told.map((place) => locatedLine(place, 1)),
        ...tableOf(shown),
      ].join('\n'),
      structured: {
        sampleSize: figures.meta.sample_size,
        from: figures.meta.min_event_at,
        to: figures.meta.max_event_at,
        places: told.map((place) => locatedTold(place, 1)),
        groups: shown.map(({ group, metrics }) => ({ ...group, ...metrics })),
        leftOut: groups.length - shown.length,
      },
    });
    const told = costOf(tell([])) <= budget / 2 ? places : [];
    return fitted(groups, budget, (shown) => tell(shown, told)).told;
  },
});

/** Places that were named narrow the column of their level. */
const columnsOf = (places: readonly Located[]): Record<string, string[]> =>
  Object.fromEntries(Object.entries(idsByLevel(places)).map(([level, ids]) => [`${level}_id`, ids]));

function tableOf(groups: readonly Group[]): string[] {
  const [first] = groups;
  if (first === undefined) return [];
  const head = [...Object.keys(first.group), ...Object.keys(first.metrics)].join(' | ');
  return [
    head,
    ...groups.map(({ group, metrics }) => [...Object.values(group), ...Object.values(metrics)].join(' | ')),
  ];
}
