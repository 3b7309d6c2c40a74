import { Type } from 'typebox';
import { listAlerts } from '../../alerts/alerts.ts';
import { PAGE_SIZE } from '../../lib/page.ts';
import { afterSkip, nextBySkip, nextLine, skip } from '../next.ts';
import { budgetOf, fitted } from '../told.ts';
import { closed, maxTokens, READS, tool } from '../tool.ts';
import { alertLine, alertSchema, alertTold, briefAlert } from './alert-told.ts';

export const listAlertsTool = tool({
  name: 'list_alerts',
  title: 'List alerts',
  description: `The account's alerts (stored searches that notify), newest first, with their ids, criteria and rules; at most ${PAGE_SIZE} an answer. Call it before update_alert or delete_alert to learn the id and what the alert asks today. Free of credits.`,
  hints: READS,
  routeType: 'alerts',
  input: Type.Object({ skip, maxTokens }, closed),
  output: Type.Object({ total: Type.Integer(), alerts: Type.Array(alertSchema), next: nextBySkip }, closed),
  async run({ db, caller }, args) {
    const { skip: skipped = 0 } = args;
    const page = 1 + Math.floor(skipped / PAGE_SIZE);
    const { rows, total } = await listAlerts(db, caller.accountId, page);
    const budget = budgetOf(args);
    const left = rows.slice(skipped % PAGE_SIZE).map((row) => alertTold(row, budget));
    const tell = (shown: typeof left) => {
      const next = shown.length === 0 ? null : afterSkip(skipped, shown.length, total);
      return {
        text: [`Alerts: ${total}`, ...shown.map(alertLine), ...nextLine(next)].join('\n'),
        structured: { total, alerts: shown, next },
      };
    };
    return fitted(left, budget, (shown) => tell([...shown]), briefAlert).told;
  },
});
