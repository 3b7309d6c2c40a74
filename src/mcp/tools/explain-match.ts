import { type Static, Type } from 'typebox';
import { findAlert } from '../../alerts/alerts.ts';
import { buildSearchRow } from '../../criteria/columns.ts';
import {
  type ExplainedFilter,
  type ExplainedNode,
  type Explanation,
  explain,
} from '../../criteria/explain.ts';
import type { Tree } from '../../criteria/tree.ts';
import { parseStoredTree } from '../../criteria/upgrade.ts';
import { findPropertyReplicaFirst } from '../../properties/lookup.ts';
import { resourceNotFound, validationProblem } from '../../service/problem.ts';
import { afterSkip, nextBySkip, nextLine, skip } from '../continuation.ts';
import { hasPlainArguments, QUESTION_NAMES, type Question, questionMembers } from '../question.ts';
import { resolveQuestion } from '../resolve-question.ts';
import { closed, defineTool, maxTokens, READ_ONLY_HINTS, type ToolCall } from '../tool.ts';
import { budgetOf, fitToBudget, truncateLine } from '../tool-output.ts';

const MAX_VALUE_CHARS = 200;
const SHORT_VALUE_CHARS = 30;

const filter = Type.Object(
  {
    path: Type.String(),
    verdict: Type.String({ description: 'PASS, FAIL, or MISSING: unknown for this property.' }),
    asked: Type.String({ description: 'What the criteria ask, as JSON.' }),
    seen: Type.String({ description: 'What the property says, as JSON.' }),
  },
  closed,
);

export const explainMatchTool = defineTool({
  name: 'explain_match',
  title: 'Explain a match',
  description:
    'Why a property meets criteria or not: each filter with what it asks and what the property says. Takes the question of search_properties, or an alert. Free.',
  hints: READ_ONLY_HINTS,
  routeType: 'search',
  brief: [...QUESTION_NAMES, 'propertyId', 'alertId', 'skip', 'maxTokens'],
  input: Type.Object(
    {
      propertyId: Type.String({ format: 'uuid', description: 'From search_properties.' }),
      alertId: Type.Optional(
        Type.String({ format: 'uuid', description: 'Instead of a question: an alert of the account.' }),
      ),
      ...questionMembers,
      skip,
      maxTokens,
    },
    closed,
  ),
  output: Type.Object(
    {
      matches: Type.Boolean(),
      filters: Type.Array(filter, { description: 'Those that fail first.' }),
      next: nextBySkip,
    },
    closed,
  ),
  async run(call, args) {
    const tree = await resolveTree(call, args.alertId, args);
    const property = await findPropertyReplicaFirst(call, args.propertyId);
    if (property === undefined)
      throw validationProblem('propertyId', 'There is no property with this id.', 'unknown_property');
    const register = await call.places.register();
    const explained = explain(
      tree,
      buildSearchRow(property, (division) => register.ancestorsOf(division)),
    );
    const filters = sortFilters(explained).map(filterOutput);
    const { skip: skipped = 0 } = args;
    const render = (shown: readonly Static<typeof filter>[]) => {
      const next = afterSkip(skipped, shown.length, filters.length);
      return {
        text: [
          explained.matches ? 'It matches.' : 'It does not match.',
          ...shown.map(
            ({ verdict, path, asked, seen }) => `${verdict} ${path}: asked ${asked}, seen ${seen}`,
          ),
          ...nextLine(next),
        ].join('\n'),
        structured: { matches: explained.matches, filters: shown, next },
      };
    };
    return fitToBudget(filters.slice(skipped), budgetOf(args), render, briefFilter).output;
  },
});

async function resolveTree(call: ToolCall, alertId: string | undefined, question: Question): Promise<Tree> {
  const isAsked = hasPlainArguments(question) || question.criteria !== undefined;
  if (alertId === undefined) return (await resolveQuestion(call.places, question)).tree;
  if (isAsked)
    throw validationProblem('alertId', 'Give either `alertId` or a question, not both.', 'not_allowed');
  const alert = await findAlert(call.db, call.caller.accountId, alertId);
  if (alert === undefined) throw resourceNotFound();
  return parseStoredTree(alert.criteria);
}

const ORDER = ['FAIL', 'MISSING', 'PASS'];

function sortFilters({ tree, masks }: Explanation): ExplainedFilter[] {
  const found = [...leaves(tree), ...masks];
  return found.sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
}

function leaves(node: ExplainedNode): ExplainedFilter[] {
  if ('filters' in node) return [...node.filters];
  return ('and' in node ? node.and : node.or).flatMap(leaves);
}

const briefFilter = (row: Static<typeof filter>): Static<typeof filter> => ({
  ...row,
  asked: truncateLine(row.asked, SHORT_VALUE_CHARS),
  seen: truncateLine(row.seen, SHORT_VALUE_CHARS),
});

const filterOutput = ({ path, verdict, asked, seen }: ExplainedFilter): Static<typeof filter> => ({
  path,
  verdict,
  asked: truncateLine(JSON.stringify(asked) ?? '', MAX_VALUE_CHARS),
  seen: truncateLine(JSON.stringify(seen) ?? 'null', MAX_VALUE_CHARS),
});
