import { type TSchema, Type } from 'typebox';
import { serviceVocabularies } from '../catalogue/service-vocabularies.ts';
import { COMMA_SEPARATED } from '../lib/comma-separated.ts';
import { type AnalyticsColumn, columns, groupColumns, measureColumns } from './columns.ts';
import { MAX_GROUP_COLUMNS, MAX_METRICS } from './query.ts';

/** Far more than a person lists; the length of a URL is a limit too. */
const MAX_FILTER_VALUES = 500;

const listOf = (entry: TSchema, description: string, maxItems: number): TSchema =>
  Type.Array(entry, { description, maxItems, [COMMA_SEPARATED]: true });

const valueSchema = ({ vocabulary }: AnalyticsColumn): TSchema =>
  vocabulary === undefined
    ? Type.String({ format: 'uuid' })
    : Type.String({ enum: [...vocabulary.values] as string[] });

/** The parameters that filter a column. */
function filterParameters(column: AnalyticsColumn): [string, TSchema][] {
  const { filter, name, type, description, within } = column;
  if (filter === undefined) return [];
  if ('many' in filter)
    return [[name, listOf(valueSchema(column), `${description} Any of these.`, MAX_FILTER_VALUES)]];
  if ('one' in filter) return [[name, { ...valueSchema(column), description } as TSchema]];
  const range = within === undefined ? {} : { minimum: within[0], maximum: within[1] };
  return filter.between.map((parameter, at) => {
    const documented = { description: `${at === 0 ? 'At least' : 'At most'}, inclusive. ${description}` };
    if (type === 'INTEGER') return [parameter, Type.Integer({ ...documented, ...range })];
    if (type === 'DOUBLE') return [parameter, Type.Number({ ...documented, ...range })];
    const examples = ['2026-01-31', '2026-01-31T10:00:00Z'];
    return [parameter, Type.String({ ...documented, maxLength: 40, examples })];
  });
}

/** The parameters of listing analytics, derived from its columns. */
export const listingParameters: Record<string, TSchema> = Object.fromEntries(
  [
    ...columns.flatMap(filterParameters),
    [
      'group_by',
      listOf(
        Type.String({ enum: groupColumns.map(({ name }) => name) }),
        'The columns to group by, beside the period.',
        MAX_GROUP_COLUMNS,
      ),
    ] as [string, TSchema],
    [
      'time_bucket',
      Type.String({
        enum: [...serviceVocabularies.analyticsTimeBucket.values],
        default: 'day',
        description: 'The width of a period; weeks begin on Monday.',
      }),
    ] as [string, TSchema],
    [
      'metrics',
      listOf(
        Type.String({
          maxLength: 100,
          examples: ['count', 'avg:price', 'median:area', 'percentile:price:90'],
        }),
        `What to work out of each group, \`count\` when left out: \`count\`, or a function (avg, median, min, max, percentile) and a field (${measureColumns.map(({ name }) => name).join(', ')}). Percentiles are interpolated between the two nearest values.`,
        MAX_METRICS,
      ),
    ] as [string, TSchema],
  ].map(([name, schema]) => [name, Type.Optional(schema as TSchema)]),
);
