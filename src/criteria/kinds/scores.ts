import type { FilterPart, ScoresFilter } from '../../catalogue/filters/kinds.ts';
import type { JsonSchema } from '../../catalogue/json-schema.ts';
import { MAX_NUMBER } from '../limits.ts';
import { type ParseContext, readJsonList, readJsonMembers, wordReader } from '../parse-context.ts';
import { valuesReader } from '../search-row.ts';
import type { ScoreOperand } from '../tree.ts';
import type { FilterKindSpec, SearchColumn } from './kind.ts';
import { boundsOf, readBounds } from './range.ts';
import { CODE_TYPE, codedIn, codesOfValues } from './value-codes.ts';

const MAX_SCORES = 20;
const members = ['type', 'rating', 'value'] as const;

const scoreOf = ({ scores, path }: ScoresFilter, type: string) => {
  const score = scores[type];
  if (score === undefined) throw new Error(`The filter ${path} has no score ${type}.`);
  return { ...score, ratingColumn: score.rating.columns[0] ?? '', valueColumn: score.value.columns[0] ?? '' };
};

function readScore(json: unknown, filter: ScoresFilter, context: ParseContext): ScoreOperand | undefined {
  const given = readJsonMembers(json, members, context);
  if (given === undefined) return undefined;
  if (!given.has('type')) return context.member('type').error('required', 'The member "type" is required.');
  const type = wordReader(filter.types.values)(given.get('type'), context.member('type'));
  if (!given.has('rating') && !given.has('value'))
    return context.error('required', 'Give `rating`, `value` or both.');
  if (type === undefined) return undefined;
  const parts = scoreOf(filter, type);
  const rating = given.has('rating')
    ? readJsonList(
        given.get('rating'),
        context.member('rating'),
        wordReader(parts.rating.vocabulary?.values ?? []),
      )
    : undefined;
  const bounds = given.has('value')
    ? readJsonMembers(given.get('value'), ['gte', 'lte'], context.member('value'))
    : undefined;
  const value = bounds && readBounds(bounds, context.member('value'), boundsOf(parts.value.reads[0]));
  return { type, ...(rating && { rating }), ...(value && { value }) };
}

function columns({ scores, scope }: ScoresFilter): SearchColumn[] {
  const column = (type: string, { columns: [name = ''], reads, vocabulary }: FilterPart): SearchColumn => {
    const values = valuesReader(reads[0] ?? '');
    return {
      name,
      type,
      scope,
      read: (subject) => (values(subject)[0] as string | number | undefined) ?? null,
      ...(vocabulary && codedIn(vocabulary)),
    };
  };
  return Object.values(scores).flatMap(({ rating, value }) => [
    column('text', rating),
    column('double precision', value),
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

/** All entries must hold; an unknown score satisfies none of them. */
export const scores: FilterKindSpec<ScoresFilter, readonly ScoreOperand[]> = {
  parse: (json, filter, context) =>
    readJsonList(json, context, (one, at) => readScore(one, filter, at), MAX_SCORES),
  json: (operand) => operand,
  columns,
  schema,
  matches(operand, filter, cells) {
    const tests = operand.map(({ type, rating, value }) => {
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
  explain(operand, filter, cells) {
    const parts = operand.map(({ type, rating, value }) => {
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
  sql(operand, filter, write) {
    return operand
      .flatMap(({ type, rating, value }) => {
        const score = scoreOf(filter, type);
        const { ratingColumn, valueColumn } = score;
        const { vocabulary } = score.rating;
        const figure = write.column(valueColumn);
        return [
          ...(rating && vocabulary
            ? [
                `${write.column(ratingColumn)} = any (${write.bind(codesOfValues(vocabulary, rating), `${CODE_TYPE}[]`)})`,
              ]
            : []),
          ...(value?.gte === undefined ? [] : [`${figure} >= ${write.bind(value.gte, 'double precision')}`]),
          ...(value?.lte === undefined ? [] : [`${figure} <= ${write.bind(value.lte, 'double precision')}`]),
        ];
      })
      .join(' and ');
  },
};
