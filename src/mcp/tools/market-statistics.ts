import { type TSchema, Type } from 'typebox';
import { type ListingAggregates, MAX_GROUPS } from '../../analytics/analytics.ts';
import { listingParameters } from '../../analytics/parameters.ts';
import { parseAnalyticsQuery } from '../../analytics/query.ts';
import { faultsProblem, validationProblem } from '../../service/problem.ts';
import { afterSkip, nextBySkip, nextLine, skip } from '../continuation.ts';
import type { PlaceMatch } from '../locations.ts';
import { idsByLevel } from '../places-by-level.ts';
import { plainMembers } from '../question.ts';
import { locateCities } from '../resolve-question.ts';
import { DEFAULT_TOKENS } from '../tokens.ts';
import { closed, defineTool, maxTokens, objectSchema, orNull, READ_ONLY_HINTS } from '../tool.ts';
import { budgetOf, countOutputTokens, fitToBudget, type ToolOutput } from '../tool-output.ts';
import { placeMatchLine, placeMatchOutput, placeMatchSchema } from './place-output.ts';

const GROUP = [{ text: '{"group":' }, 'group', { text: ',"metrics":' }, 'metrics', { text: '}' }] as const;

interface Group {
  group: Record<string, string | null>;
  metrics: Record<string, number | null>;
}

/** The other arguments speak for themselves. */
const DESCRIBED = ['event_type', 'group_by', 'metrics'];

export const marketStatisticsTool = defineTool({
  name: 'market_statistics',
  title: 'Market statistics',
  description:
    'Counts, averages, medians and percentiles of what listings did, by period and up to 10 columns: price levels, trends, time on the market. Example: city ["Lyon"], transaction_type "SELL", event_type ["CREATED"], time_bucket "month", metrics ["count","median:price_per_sqm"]. Free.',
  hints: READ_ONLY_HINTS,
  routeType: 'analytics',
  brief: Object.keys({ city: 0, ...listingParameters, skip: 0, maxTokens: 0 }).filter(
    (name) => !DESCRIBED.includes(name),
  ),
  input: Type.Object(
    { city: plainMembers.city, ...listingParameters, skip, maxTokens } as Record<string, TSchema>,
    closed,
  ),
  output: Type.Object(
    {
      sampleSize: Type.Integer({ description: 'Events that the figures are made of.' }),
      from: orNull(Type.String(), 'The first of them.'),
      to: orNull(Type.String(), 'The last of them.'),
      places: Type.Array(placeMatchSchema),
      groups: Type.Array(
        objectSchema('The period, the grouped columns, and the figures by the metric asked for.'),
      ),
      total: Type.Integer({ description: 'Groups in all.' }),
      next: nextBySkip,
    },
    closed,
  ),
  async run(call, args) {
    const { maxTokens: most, skip: skipped = 0, city = [], ...asked } = args as Args;
    const places = await locateCities(call.places, city);
    const parsed = parseAnalyticsQuery({ time_bucket: 'month', ...asked, ...columnsOf(places) });
    if ('faults' in parsed) throw faultsProblem(parsed.faults);
    const figures = await call.analytics.listings(parsed.query, GROUP);
    if (figures === undefined)
      throw validationProblem(
        'group_by',
        `There are more than ${MAX_GROUPS} groups: take a wider time_bucket or fewer columns.`,
        'too_many',
      );
    const groups = JSON.parse(`[${figures.groups}]`) as Group[];
    const budget = budgetOf(most === undefined ? {} : { maxTokens: most });
    const render = (shown: readonly Group[], shownPlaces: readonly PlaceMatch[]): ToolOutput =>
      renderGroups({ meta: figures.meta, places: shownPlaces, skipped, all: groups.length }, shown);
    const around = countOutputTokens(render([], places)) <= budget / 2 ? places : [];
    const { output } = fitToBudget(groups.slice(skipped), budget, (shown) => render(shown, around));
    if (countOutputTokens(output) > budget)
      throw validationProblem(
        'maxTokens',
        `One group alone takes more: take at least ${countOutputTokens(output) - budget + (most ?? DEFAULT_TOKENS)}, or fewer columns or metrics.`,
        'too_small',
      );
    return output;
  },
});

interface Args extends Record<string, unknown> {
  city?: string[];
  skip?: number;
  maxTokens?: number;
}

interface GroupsContext {
  meta: ListingAggregates['meta'];
  places: readonly PlaceMatch[];
  skipped: number;
  all: number;
}

function renderGroups({ meta, places, skipped, all }: GroupsContext, shown: readonly Group[]): ToolOutput {
  const next = afterSkip(skipped, shown.length, all);
  return {
    text: [
      `${meta.sample_size} events, ${all} groups, ${shown.length} shown.`,
      ...places.map((place) => placeMatchLine(place, 1)),
      ...groupTable(shown),
      ...nextLine(next),
    ].join('\n'),
    structured: {
      sampleSize: meta.sample_size,
      from: meta.min_event_at,
      to: meta.max_event_at,
      places: places.map((place) => placeMatchOutput(place, 1)),
      groups: shown.map(({ group, metrics }) => ({ ...group, ...metrics })),
      total: all,
      next,
    },
  };
}

/** Narrows the column of their level to the places. */
const columnsOf = (places: readonly PlaceMatch[]): Record<string, string[]> =>
  Object.fromEntries(Object.entries(idsByLevel(places)).map(([level, ids]) => [`${level}_id`, ids]));

function groupTable(groups: readonly Group[]): string[] {
  const [first] = groups;
  if (first === undefined) return [];
  const head = [...Object.keys(first.group), ...Object.keys(first.metrics)].join(' | ');
  return [
    head,
    ...groups.map(({ group, metrics }) => [...Object.values(group), ...Object.values(metrics)].join(' | ')),
  ];
}
