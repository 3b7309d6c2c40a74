import { type Static, Type } from 'typebox';
import { findAlert } from '../../alerts/alerts.ts';
import { storedTree } from '../../alerts/book.ts';
import { brokenRule } from '../../api/problem.ts';
import { noSuch } from '../../api/route.ts';
import { readable } from '../../criteria/columns.ts';
import {
  type ExplainedFilter,
  type ExplainedNode,
  type Explanation,
  explain,
} from '../../criteria/explain.ts';
import type { Tree } from '../../criteria/tree.ts';
import { readProperty } from '../../properties/lookup.ts';
import { askedFor } from '../asked.ts';
import { afterSkip, nextBySkip, nextLine, skip } from '../next.ts';
import { briefQuestionMembers, isPlain, type Question } from '../question.ts';
import { budgetOf, fitted, shortened } from '../told.ts';
import { closed, maxTokens, READS, type ToolCall, tool } from '../tool.ts';

const MAX_VALUE_CHARS = 200;
const SHORT_VALUE = 30;

const filter = Type.Object(
  {
    path: Type.String(),
    verdict: Type.String({ description: 'PASS, FAIL, or MISSING: the property does not tell.' }),
    asked: Type.String({ description: 'What the criteria ask, as JSON.' }),
    seen: Type.String({ description: 'What the property says, as JSON.' }),
  },
  closed,
);

export const explainMatchTool = tool({
  name: 'explain_match',
  title: 'Explain a match',
  description:
    'Why a property meets criteria, or does not: every filter with what it asks and what the property says. Takes the same question as search_properties, or the id of an alert. Free of credits.',
  hints: READS,
  routeType: 'search',
  input: Type.Object(
    {
      propertyId: Type.String({ format: 'uuid', description: 'From search_properties.' }),
      alertId: Type.Optional(
        Type.String({ format: 'uuid', description: 'Instead of a question: an alert of the account.' }),
      ),
      ...briefQuestionMembers,
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
    const tree = await treeOf(call, args.alertId, args);
    const property = await readProperty(call, args.propertyId);
    if (property === undefined)
      throw brokenRule('propertyId', 'There is no property with this id.', 'unknown_property');
    const register = await call.places.register();
    const explained = explain(
      tree,
      readable(property, (division) => register.above(division)),
    );
    const filters = filtersOf(explained).map(told);
    const { skip: skipped = 0 } = args;
    const tell = (shown: readonly Static<typeof filter>[]) => {
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
    return fitted(filters.slice(skipped), budgetOf(args), tell, briefFilter).told;
  },
});

async function treeOf(call: ToolCall, alertId: string | undefined, question: Question): Promise<Tree> {
  const isAsked = isPlain(question) || question.criteria !== undefined;
  if (alertId === undefined) return (await askedFor(call.places, question)).tree;
  if (isAsked) throw brokenRule('alertId', 'Give either `alertId` or a question, not both.', 'not_allowed');
  const alert = await findAlert(call.db, call.caller.accountId, alertId);
  if (alert === undefined) throw noSuch();
  return storedTree(alert.criteria);
}

const ORDER = ['FAIL', 'MISSING', 'PASS'];

function filtersOf({ tree, masks }: Explanation): ExplainedFilter[] {
  const found = [...leaves(tree), ...masks];
  return found.sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
}

function leaves(node: ExplainedNode): ExplainedFilter[] {
  if ('filters' in node) return [...node.filters];
  return ('and' in node ? node.and : node.or).flatMap(leaves);
}

const briefFilter = (told: Static<typeof filter>): Static<typeof filter> => ({
  ...told,
  asked: shortened(told.asked, SHORT_VALUE),
  seen: shortened(told.seen, SHORT_VALUE),
});

const told = ({ path, verdict, asked, seen }: ExplainedFilter): Static<typeof filter> => ({
  path,
  verdict,
  asked: shortened(JSON.stringify(asked) ?? '', MAX_VALUE_CHARS),
  seen: shortened(JSON.stringify(seen) ?? 'null', MAX_VALUE_CHARS),
});
