import { Type } from 'typebox';
import { listAlerts } from '../../alerts/alerts.ts';
import { PAGE_SIZE } from '../../lib/page.ts';
import { budgetOf, fitted } from '../told.ts';
import { closed, maxTokens, READS, tool } from '../tool.ts';
import { alertLine, alertSchema, alertTold } from './alert-told.ts';

export const listAlertsTool = tool({
  name: 'list_alerts',
  title: 'List alerts',
  description:
    "The account's alerts (stored searches that notify), newest first, with their ids, criteria and rules. Free of credits.",
  hints: READS,
  routeType: 'alerts',
  input: Type.Object(
    {
      page: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1_000_000,
          default: 1,
          description: `${PAGE_SIZE} alerts a page.`,
        }),
      ),
      skip: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: PAGE_SIZE,
          default: 0,
          description: 'Alerts of the page that were shown before.',
        }),
      ),
      maxTokens,
    },
    closed,
  ),
  output: Type.Object(
    {
      total: Type.Integer(),
      page: Type.Integer(),
      alerts: Type.Array(alertSchema),
      next: Type.Unsafe({
        anyOf: [
          { type: 'object', properties: { page: { type: 'integer' }, skip: { type: 'integer' } } },
          { type: 'null' },
        ],
        description: 'Arguments of the next call; null at the end.',
      }),
    },
    closed,
  ),
  async run({ db, caller }, args) {
    const { page = 1, skip = 0 } = args;
    const { rows, total } = await listAlerts(db, caller.accountId, page);
    const left = rows.slice(skip);
    const before = (page - 1) * PAGE_SIZE + skip;
    return fitted(left, budgetOf(args), (shown) => {
      const isPageDone = shown.length === left.length;
      const isDone = before + shown.length >= total || rows.length === 0;
      const next = isDone
        ? null
        : isPageDone
          ? { page: page + 1, skip: 0 }
          : { page, skip: skip + shown.length };
      return {
        text: [
          `Alerts: ${total}`,
          ...shown.map(alertLine),
          ...(next === null ? [] : [`There are more: call again with ${JSON.stringify(next)}`]),
        ].join('\n'),
        structured: { total, page, alerts: shown.map(alertTold), next },
      };
    }).told;
  },
});
