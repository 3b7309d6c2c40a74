import type { ScoresFilter } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import { MAX_NUMBER } from '../limits.ts';
import type { ParseContext } from '../parse-context.ts';
import { valuesReader } from '../search-row.ts';
import type { ScoreOperand } from '../tree.ts';
import type { FilterKindSpec, SearchColumn } from './kind.ts';
import { boundsOf, readBounds } from './range.ts';
import { readJsonList, readJsonMembers, wordReader } from './read-json.ts';

const MAX_SCORES = 20;
const members = ['type', 'rating', 'value'] as const;

const scoreOf = ({ scores, path }: ScoresFilter, type: string) => {
  const score = scores[type];
  if (score === undefined) throw new Error(`The filter ${path} has no score ${type}.`);
  return { ...score, ratingColumn: score.rating.columns[0] ?? '', valueColumn: score.value.columns[0] ?? '' };
};

function readScore(json: unknown, filter: ScoresFilter, here: ParseContext): ScoreOperand | undefined {
  const given = readJsonMembers(json, members, here);
  if (given === undefined) return undefined;
  if (!given.has('type')) return here.member('type').error('required', 'The member "type" is required.');
  const type = wordReader(filter.types.values)(given.get('type'), here.member('type'));
  if (!given.has('rating') && !given.has('value'))
    return here.error('required', 'Give `rating`, `value` or both.');
  if (type === undefined) return undefined;
  const parts = scoreOf(filter, type);
  const rating = given.has('rating')
    ? readJsonList(
        given.get('rating'),
        here.member('rating'),
        wordReader(parts.rating.vocabulary?.values ?? []),
      )
    : undefined;
  const bounds = given.has('value')
    ? readJsonMembers(given.get('value'), ['gte', 'lte'], here.member('value'))
    : undefined;
  const value = bounds && readBounds(bounds, here.member('value'), boundsOf(parts.value.reads[0]));
  return { type, ...(rating && { rating }), ...(value && { value }) };
}

function columns({ scores, scope }: ScoresFilter): SearchColumn[] {
  const column = (name = '', type: string, path = ''): SearchColumn => {
    const values = valuesReader(path);
    return {
      name,
      type,
      scope: scope,
      read: (subject) => (values(subject)[0] as string | number | undefined) ?? null,
    };
  };
  return Object.values(scores).flatMap(({ rating, value }) => [
    column(rating.columns[0], 'text', rating.reads[0]),
    column(value.columns[0], 'double precision', value.reads[0]),
  ]);
}

const schema = (filter: ScoresFilter): JsonSchema => {
  const [first = ''] = filter.types.values;
  const { rating } = scoreOf(filter, first);
  const bound = (description: string): JsonSchema => ({
    type: 'number',
    description,
    minimum: 0,
    maximum: MAX_NUMBER,
  });
  return {
    type: 'array',
    description: filter.description,
    minItems: 1,
    maxItems: MAX_SCORES,
    items: {
      type: 'object',
      description: 'One score. Give `rating`, `value` or both.',
      properties: {
        type: { type: 'string', description: filter.types.description, enum: filter.types.values },
        rating: {
          type: 'array',
          description: 'Any of these letters.',
          items: { type: 'string', enum: rating.vocabulary?.values ?? [] },
          minItems: 1,
        },
        value: {
          type: 'object',
          description: 'The value of the score. Give `gte`, `lte` or both.',
          properties: { gte: bound('At least this.'), lte: bound('At most this.') },
          additionalProperties: false,
        },
      },
      required: ['type'],
      additionalProperties: false,
    },
  };
};

/** All entries hold; a score that is not known holds none of them. */
export const scores: FilterKindSpec<ScoresFilter, readonly ScoreOperand[]> = {
  parse: (json, filter, here) =>
    readJsonList(json, here, (one, at) => readScore(one, filter, at), MAX_SCORES),
  json: (asked) => asked,
  columns,
  schema,
  matches(asked, filter, cells) {
    const tests = asked.map(({ type, rating, value }) => {
      const { ratingColumn, valueColumn } = scoreOf(filter, type);
      const { gte = -Infinity, lte = Infinity } = value ?? {};
      return { letter: cells(ratingColumn), figure: cells(valueColumn), rating, value, gte, lte };
    });
    return (property, at) =>
      tests.every(({ letter, figure, rating, value, gte, lte }) => {
        if (rating !== undefined && !rating.includes(letter(property, at) as string)) return false;
        const seen = value === undefined ? null : (figure(property, at) as number | null);
        return value === undefined || (seen !== null && seen >= gte && seen <= lte);
      });
  },
  explain(asked, filter, cells) {
    const parts = asked.map(({ type, rating, value }) => {
      const { ratingColumn, valueColumn } = scoreOf(filter, type);
      return { type, rating, value, letter: cells(ratingColumn), figure: cells(valueColumn) };
    });
    return (property, at) => {
      const seen = parts.map((part) => ({
        ...part,
        letter: part.letter(property, at),
        figure: part.figure(property, at),
      }));
      return {
        value: Object.fromEntries(
          seen.map(({ type, letter, figure }) => [type, { rating: letter, value: figure }]),
        ),
        missing: seen.some(
          ({ rating, value, letter, figure }) => (rating && letter === null) || (value && figure === null),
        ),
      };
    };
  },
  sql(asked, filter, write) {
    return asked
      .flatMap(({ type, rating, value }) => {
        const { ratingColumn, valueColumn } = scoreOf(filter, type);
        const figure = write.column(valueColumn);
        return [
          ...(rating ? [`${write.column(ratingColumn)} = any (${write.bind(rating, 'text[]')})`] : []),
          ...(value?.gte === undefined ? [] : [`${figure} >= ${write.bind(value.gte, 'double precision')}`]),
          ...(value?.lte === undefined ? [] : [`${figure} <= ${write.bind(value.lte, 'double precision')}`]),
        ];
      })
      .join(' and ');
  },
};
