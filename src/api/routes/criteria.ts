import { type TSchema, Type } from 'typebox';
import { MAX_SENTENCE_CHARS, type ParsedSentence, parseSentence } from '../../sentences/parse-sentence.ts';
import type { Resource } from '../resource.ts';
import type { Route } from '../route.ts';

const closed = { additionalProperties: false };
const PATH = '/criteria/parse';

const span = {
  text: Type.String({ description: 'The part of the text.' }),
  start: Type.Integer({ minimum: 0, description: 'Where it begins, in UTF-16 code units.' }),
  end: Type.Integer({ minimum: 0, description: 'Where it ends; excluded.' }),
};

const members = (criteria: TSchema) =>
  Type.Object(
    {
      criteria,
      understood: Type.Array(
        Type.Object({ ...span, path: Type.String({ description: 'The filter it became.' }) }, closed),
        { description: 'The parts that are in the criteria, in order; once for each filter.' },
      ),
      ignored: Type.Array(Type.Object(span, closed), {
        description: 'The parts that are not in the criteria.',
      }),
    },
    { ...closed, description: 'What a sentence asks for, as criteria.' },
  );

const schema = members(Type.Unsafe({ $ref: '#/components/schemas/Criteria' }));

/** JSON:API requires an id, and a sentence has none: it gets a name. */
export const parsedSentence: Resource<ParsedSentence & { id: string }> = {
  type: 'ParsedSentence',
  flat: schema,
  attributes: schema,
  toJsonApi: ({ id, ...attributes }) => ({
    resource: { type: 'ParsedSentence', id, attributes },
    included: [],
  }),
};

const body = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: MAX_SENTENCE_CHARS,
      description: 'What a person looks for, in French or English.',
      examples: ['T3 à Lyon avec terrasse, moins de 350 000, pas de viager'],
    }),
    language: Type.Optional(
      Type.Unsafe<'fr' | 'en'>({
        type: 'string',
        title: 'Language',
        enum: ['en', 'fr'],
        description: 'The language of the text; recognised when absent.',
      }),
    ),
  },
  closed,
);

export const parseCriteriaRoute: Route = {
  method: 'POST',
  isReadOnly: true,
  path: PATH,
  operationId: 'parseSentence',
  tag: 'Properties',
  summary: 'Turn a sentence into criteria',
  description:
    'The criteria are never wider than the sentence: "T3" is exactly three rooms, "au moins" opens the range, and what is not understood is listed in `ignored`. Costs nothing.',
  routeType: 'search',
  query: Type.Object({}, closed),
  body: { schema: body, resource: { ...parsedSentence, flat: body } as unknown as Resource, bare: true },
  answers: [{ status: 200, description: 'The criteria.', resource: parsedSentence as unknown as Resource }],
  problems: ['validation'],
  async run({ places, clock, body: sent }) {
    const { text, language } = sent as { text: string; language?: 'fr' | 'en' };
    const flat = parseSentence(text, { names: await places.names(), now: clock.now(), language });
    return {
      status: 200,
      results: 0,
      document: (format) =>
        format === 'flat'
          ? flat
          : {
              data: parsedSentence.toJsonApi({ id: 'sentence', ...flat }).resource,
              links: { self: PATH },
            },
    };
  },
};
