import { type Static, Type } from 'typebox';
import {
  type SortDirection,
  type SortField,
  serviceVocabularies,
} from '../../catalogue/service-vocabularies.ts';
import { cursorFault } from '../../properties/search/cursor-fault.ts';
import { NEWEST_FIRST } from '../../properties/search/order.ts';
import { findRelaxations } from '../../properties/search/relaxations.ts';
import {
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  type SearchResults,
  searchProperties,
} from '../../properties/search.ts';
import { faultsProblem } from '../../service/problem.ts';
import { type Continuation, cursor, nextByCursor, nextLine } from '../continuation.ts';
import type { PlaceMatch } from '../locations.ts';
import { questionMembers } from '../question.ts';
import { type ResolvedQuestion, resolveQuestion } from '../resolve-question.ts';
import { LETTERS_PER_TOKEN } from '../tokens.ts';
import {
  closed,
  defineTool,
  maxTokens,
  objectSchema,
  orNull,
  READ_ONLY_HINTS,
  type ToolCall,
} from '../tool.ts';
import { budgetOf, fits, fitToBudget, type ToolOutput } from '../tool-output.ts';
import { placeMatchLine, placeMatchOutput, placeMatchSchema } from './place-output.ts';
import {
  briefLine,
  buildPropertyLine,
  lineSchema,
  type PropertyLine,
  propertyTable,
} from './property-line.ts';

/** With fewer hits than this, relaxations are suggested. */
const RELAXATION_THRESHOLD_HITS = 3;
/** Homonyms listed beside an answer. */
const MAX_HOMONYMS = 2;

const { sortField, sortDirection } = serviceVocabularies;

const input = Type.Object(
  {
    ...questionMembers,
    sort: Type.Optional(
      Type.Object(
        {
          field: Type.Unsafe<SortField>({ type: 'string', enum: [...sortField.values] }),
          direction: Type.Optional(
            Type.Unsafe<SortDirection>({ type: 'string', enum: [...sortDirection.values] }),
          ),
        },
        { ...closed, description: 'Newest first by default.' },
      ),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_PAGE_SIZE,
        default: DEFAULT_PAGE_SIZE,
        description: 'Properties to show; 0 counts for nothing.',
      }),
    ),
    cursor,
    maxTokens,
  },
  closed,
);
type Args = Static<typeof input>;

const output = Type.Object(
  {
    total: Type.Integer({ description: 'All that match.' }),
    credits: Type.Integer({ description: 'What this answer cost.' }),
    criteria: orNull(
      objectSchema('The criteria used, as a tree.'),
      'Null: every property, or a tree too long to repeat.',
    ),
    places: Type.Array(placeMatchSchema, { description: 'What the names in `city` were taken for.' }),
    properties: Type.Array(lineSchema),
    next: nextByCursor,
    suggestions: Type.Optional(
      Type.Array(
        Type.Object(
          { change: Type.String(), total: Type.Integer(), criteria: objectSchema('Sendable as it is.') },
          closed,
        ),
        { description: 'Small changes of the criteria that find more, when few were found.' },
      ),
    ),
  },
  closed,
);

export const searchPropertiesTool = defineTool({
  name: 'search_properties',
  title: 'Search properties',
  description:
    'Finds homes, land and premises for sale or to let, each real property once. Answers a table, the total, the criteria used and a cursor. Each property shown costs one credit: begin with limit 0 to count, or a small limit.',
  hints: READ_ONLY_HINTS,
  routeType: 'search',
  input,
  checked: Type.Object({ ...input.properties, criteria: Type.Optional(Type.Unsafe({})) }, closed),
  output,
  async run(call, args) {
    const asked = await resolveQuestion(call.places, args);
    const budget = budgetOf(args);
    const found = await search(call, args, asked, args.limit ?? DEFAULT_PAGE_SIZE);
    const suggested =
      found.totalItems < RELAXATION_THRESHOLD_HITS && args.cursor === undefined
        ? await suggestions(call, asked, found)
        : [];
    return fitFrames(budget, framesWithin(budget, asked, suggested), found);
  },
});

async function search(
  call: ToolCall,
  args: Args,
  asked: ResolvedQuestion,
  size: number,
): Promise<SearchResults> {
  const { field, direction } = args.sort ?? NEWEST_FIRST;
  const answered = await searchProperties(call.searching, {
    accountId: call.caller.accountId,
    criteria: asked.tree,
    sentCriteria: asked.criteria ?? undefined,
    order: { field, direction: direction ?? 'DESC' },
    size,
    paging: { type: 'CURSOR', cursor: args.cursor },
  });
  if ('refused' in answered) throw faultsProblem([cursorFault(answered.refused)]);
  return answered;
}

interface Suggestion {
  change: string;
  total: number;
  criteria: object;
}

async function suggestions(
  { places, searching }: ToolCall,
  { tree }: ResolvedQuestion,
  { totalItems }: SearchResults,
): Promise<Suggestion[]> {
  const suggested = await findRelaxations(searching.engine, {
    tree,
    found: totalItems,
    wider: (await places.register()).parentCodeOf,
  });
  return suggested.map(({ change, totalItems: total, criteria }) => ({ change, total, criteria }));
}

/** The parts around the table. */
interface Frame {
  criteria: object | null;
  places: readonly PlaceMatch[];
  homonyms: number;
  suggested: readonly Suggestion[];
}

/** From the fullest to the shortest. */
const buildFrames = ({ criteria, places }: ResolvedQuestion, suggested: readonly Suggestion[]): Frame[] => [
  { criteria, places, homonyms: MAX_HOMONYMS, suggested },
  { criteria, places, homonyms: 0, suggested: [] },
  { criteria, places: [], homonyms: 0, suggested: [] },
  { criteria: null, places: [], homonyms: 0, suggested: [] },
];

/** Criteria with more letters than the budget has room for fit no frame: they are not rendered, 1 MiB of them took 80 ms. */
function framesWithin(
  budget: number,
  asked: ResolvedQuestion,
  suggested: readonly Suggestion[],
): readonly Frame[] {
  const isTooLong = JSON.stringify(asked.criteria).length > budget * LETTERS_PER_TOKEN;
  return buildFrames(isTooLong ? { ...asked, criteria: null } : asked, suggested);
}

/** The table has priority: the parts around it may take half the budget, and are shortened otherwise. */
function fitFrames(budget: number, frames: readonly Frame[], found: SearchResults): ToolOutput {
  const lines = found.page.results.map(buildPropertyLine);
  let best: ToolOutput | undefined;
  for (const frame of frames) {
    if (frame !== frames.at(-1) && !fits(renderSearch(frame, found, []), budget / 2)) continue;
    best = fitToBudget(lines, budget, (some) => renderSearch(frame, found, some), briefLine).output;
    if (fits(best, budget)) return best;
  }
  return best ?? { text: '', structured: {} };
}

/** The position after the last line shown: the rest is left to the next call. */
function nextAfter(
  { page, hasNextPage, cursor: end, cursorAfter }: SearchResults,
  lines: readonly PropertyLine[],
): Continuation {
  const last = lines.at(-1);
  if (last !== undefined && lines.length < page.count && cursorAfter) return { cursor: cursorAfter(last.id) };
  return hasNextPage && end !== undefined ? { cursor: end } : null;
}

function renderSearch(
  { criteria, places, homonyms, suggested }: Frame,
  found: SearchResults,
  lines: readonly PropertyLine[],
): ToolOutput {
  const next = nextAfter(found, lines);
  const parts = [
    `${found.totalItems} match; ${lines.length} shown for ${lines.length} credits.`,
    ...(criteria === null ? [] : [`Criteria used: ${JSON.stringify(criteria)}`]),
    ...places.map((place) => placeMatchLine(place, homonyms)),
    ...(lines.length === 0 ? [] : [propertyTable(lines)]),
    ...suggested.map(({ change, total }) => `With ${change}: ${total}.`),
    ...nextLine(next),
  ];
  return {
    text: parts.join('\n'),
    structured: {
      total: found.totalItems,
      credits: lines.length,
      criteria,
      places: places.map((place) => placeMatchOutput(place, homonyms)),
      properties: lines,
      next,
      ...(suggested.length > 0 && { suggestions: suggested }),
    },
    results: lines.length,
  };
}
