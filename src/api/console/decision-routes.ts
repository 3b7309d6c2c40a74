import { type Static, Type } from 'typebox';
import type { NamedDecision } from '../../identity/decision-store.ts';
import { listDecisions } from '../../identity/decisions.ts';
import {
  decideGrouping,
  type GroupingAnswer,
  type GroupingChange,
  type GroupingOutcome,
  previewGrouping,
} from '../../ingest/group-decisions.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { Problem, type ProblemName, resourceNotFound, validationProblem } from '../../service/problem.ts';
import { queryRoute } from '../query-route.ts';
import { listedResource } from '../resource.ts';
import { type Route, type RouteCall, readPage } from '../route.ts';
import { operatorRouteBase } from './action-route.ts';

const PATH = '/console/api/operator/grouping-decisions';
const uuid = Type.String({ format: 'uuid' });
/** So many listings are on one side of a decision at most. */
const MAX_DECIDED_LISTINGS = 50;

const outcome = listedResource(
  'GroupingOutcome',
  Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'Of the decision; of a preview nobody knows it.' }),
      homes: Type.Array(
        Type.Object(
          {
            propertyId: uuid,
            listings: Type.Array(
              Type.Object(
                {
                  id: uuid,
                  url: Type.String(),
                  source: Type.String(),
                  from: Type.Unsafe<string | null>({
                    type: ['string', 'null'],
                    format: 'uuid',
                    description: 'The property it comes from; null when it stays.',
                  }),
                },
                { additionalProperties: false },
              ),
            ),
          },
          { additionalProperties: false },
        ),
        { description: 'Every property that the decision touches, with its listings afterwards.' },
      ),
    },
    { additionalProperties: false, description: 'Who ends where.' },
  ),
);

function flatOutcome({ decision, homes }: GroupingOutcome) {
  const origins = new Map(decision.moves.map(({ listingId, from }) => [listingId, from]));
  return {
    id: decision.decisionId,
    homes: [...Map.groupBy(homes, ({ propertyId }) => propertyId)].map(([propertyId, listings]) => ({
      propertyId,
      listings: listings.map(({ listingId, url, source }) => ({
        id: listingId,
        url,
        source,
        from: origins.get(listingId) ?? null,
      })),
    })),
  };
}

const decision = listedResource(
  'GroupingDecision',
  Type.Object(
    {
      id: uuid,
      action: Type.String({ enum: ['merge', 'split', 'undo'] }),
      undoneId: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'uuid',
        description: 'The decision that an undo took back.',
      }),
      author: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The name or email of the person, empty when neither is known; null for a command.',
      }),
      decidedAt: Type.String({ format: 'date-time' }),
      listings: Type.Array(
        Type.Object({ id: uuid, url: Type.String(), source: Type.String() }, { additionalProperties: false }),
        { description: 'Those named that are still known.' },
      ),
      moved: Type.Integer({ minimum: 0, description: 'Listings that it moved.' }),
      inForce: Type.Boolean({ description: 'Whether it still holds, and so can be undone.' }),
    },
    { additionalProperties: false, description: 'What a person or a command decided about listings.' },
  ),
);

const flatDecision = (row: NamedDecision) => ({
  id: row.decisionId,
  action: row.action,
  undoneId: row.undoneId,
  author: row.personId === null ? null : (row.personName ?? ''),
  decidedAt: formatTimestamp(row.decidedAt),
  listings: row.listings,
  moved: row.moves.length,
  inForce: row.isInForce,
});

const side = Type.Array(uuid, { minItems: 1, maxItems: MAX_DECIDED_LISTINGS, uniqueItems: true });
const changeBody = Type.Object(
  {
    action: Type.String({ enum: ['merge', 'split', 'undo'] }),
    listings: Type.Optional(side),
    others: Type.Optional(side),
    decision: Type.Optional(Type.String({ format: 'uuid', description: 'The decision to undo.' })),
  },
  { additionalProperties: false },
);

type ChangeCall = RouteCall<unknown, Static<typeof changeBody>>;

function parseChange({ body }: ChangeCall): GroupingChange {
  const { action, listings, others, decision: undone } = body;
  if (action === 'undo') {
    if (undone === undefined) throw validationProblem('decision', 'An undo names a decision.', 'required');
    return { undo: undone.toLowerCase() };
  }
  if (listings === undefined || others === undefined)
    throw validationProblem('listings', 'A decision names listings on both sides.', 'required');
  const [ones, rest] = [listings, others].map((ids) => ids.map((id) => id.toLowerCase())) as [
    string[],
    string[],
  ];
  if (ones.some((id) => rest.includes(id)))
    throw validationProblem('others', 'A listing is always together with itself.', 'same_listing');
  return { action: action === 'merge' ? 'merge' : 'split', listings: ones, others: rest };
}

function readAnswer(answer: GroupingAnswer) {
  if (!('refused' in answer)) return flatOutcome(answer);
  if (answer.refused === 'unknown') throw resourceNotFound();
  if (answer.refused === 'two-regions')
    throw new Problem('two-regions', 'These listings are in different regions: they are never one home.');
  throw validationProblem(
    'decision',
    'A later decision about the same listings is in force: undo that one first.',
    'superseded',
  );
}

const shared = {
  tag: operatorRouteBase.tag,
  routeType: 'other',
  resource: outcome,
  body: changeBody,
  problems: ['two-regions'] satisfies ProblemName[] as ProblemName[],
} as const;

/** Not marked as reading, so that it is in the audit log. */
const { isReadOnly: _, ...decideRoute } = queryRoute({
  ...shared,
  path: PATH,
  operationId: 'decideGrouping',
  summary: 'Merge or split listings, or undo that',
  description: 'Outlives every model, until it is undone.',
  find: async (call) =>
    readAnswer(await decideGrouping(call.pipeline, parseChange(call), call.signedIn?.personId ?? null)),
});

const previewRoute = queryRoute({
  ...shared,
  path: `${PATH}/preview`,
  operationId: 'previewGrouping',
  summary: 'Preview a merge, a split or an undo',
  description: 'Who would end where. Nothing is changed.',
  find: async (call) => readAnswer(await previewGrouping(call.pipeline, parseChange(call))),
});

export const decisionRoutes: Route[] = [
  { ...decideRoute, ...operatorRouteBase },
  { ...previewRoute, ...operatorRouteBase },
  readPage({
    ...operatorRouteBase,
    path: PATH,
    operationId: 'listGroupingDecisions',
    summary: 'List decisions about listings',
    description: 'Newest first.',
    query: Type.Object({
      property: Type.Optional(
        Type.String({ format: 'uuid', description: 'Only those about listings of this property.' }),
      ),
    }),
    resource: decision,
    async list({ db, query: { page, property } }) {
      const { rows, total } = await listDecisions(db, page, property);
      return { rows: rows.map(flatDecision), total };
    },
  }),
];
