import { Type } from 'typebox';
import { listAlerts } from '../../alerts/alerts.ts';
import { PAGE_SIZE } from '../../lib/page.ts';
import { afterSkip, nextBySkip, nextLine, skip } from '../continuation.ts';
import { closed, defineTool, maxTokens, READ_ONLY_HINTS } from '../tool.ts';
import { budgetOf, fitToBudget } from '../tool-output.ts';
import { alertLine, alertSchema, briefAlert, buildAlertOutput } from './alert-output.ts';

export const listAlertsTool = defineTool({
  name: 'list_alerts',
  title: 'List alerts',
  description: `The account's alerts (stored searches that notify), newest first, with ids, criteria and rules; at most ${PAGE_SIZE} an answer. Call it before update_alert or delete_alert. Free.`,
  hints: READ_ONLY_HINTS,
  routeType: 'alerts',
  brief: ['skip', 'maxTokens'],
  input: Type.Object({ skip, maxTokens }, closed),
  output: Type.Object({ total: Type.Integer(), alerts: Type.Array(alertSchema), next: nextBySkip }, closed),
  async run({ db, caller }, args) {
    const { skip: skipped = 0 } = args;
    const page = 1 + Math.floor(skipped / PAGE_SIZE);
    const { rows, total } = await listAlerts(db, caller.accountId, page);
    const budget = budgetOf(args);
    const left = rows.slice(skipped % PAGE_SIZE).map((row) => buildAlertOutput(row, budget));
    const render = (shown: typeof left) => {
      const next = shown.length === 0 ? null : afterSkip(skipped, shown.length, total);
      return {
        text: [`Alerts: ${total}`, ...shown.map(alertLine), ...nextLine(next)].join('\n'),
        structured: { total, alerts: shown, next },
      };
    };
    return fitToBudget(left, budget, (shown) => render([...shown]), briefAlert).output;
  },
});
