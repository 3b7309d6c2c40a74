import { Type } from 'typebox';
import { findAlert, removeAlert } from '../../alerts/alerts.ts';
import { brokenRule } from '../../api/problem.ts';
import { noSuch } from '../../api/route.ts';
import { decided } from '../confirm.ts';
import { budgetOf } from '../told.ts';
import { closed, tool } from '../tool.ts';
import { changeSchema } from './alert-answer.ts';
import { confirmationToken } from './alert-arguments.ts';
import { alertLine, alertTold } from './alert-told.ts';

export const deleteAlertTool = tool({
  name: 'delete_alert',
  title: 'Delete an alert',
  description:
    'Deletes an alert for good; notifications of it that still wait are not sent. To pause one, use update_alert with enabled false. Asks the user for confirmation, as create_alert does. Free of credits.',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  routeType: 'alerts',
  input: Type.Object(
    { alertId: Type.String({ format: 'uuid', description: 'From list_alerts.' }), confirmationToken },
    closed,
  ),
  output: changeSchema,
  async run(call, { alertId, confirmationToken: token }) {
    const { accountId } = call.caller;
    const alert = await findAlert(call.db, accountId, alertId);
    if (alert === undefined) throw noSuch();
    const preview = async () => `Delete this alert for good?\n${alertLine(alertTold(alert, budgetOf({})))}`;
    const decision = await decided(
      call,
      { tool: 'delete_alert', args: { alertId }, preview, over: alert.version },
      token,
    );
    if ('answer' in decision) return decision.answer;
    if (decision.over !== alert.version)
      throw brokenRule('alertId', 'The alert changed since it was shown; ask the user again.', 'changed');
    if (!(await removeAlert(call, accountId, alertId))) throw noSuch();
    return {
      text: `Deleted the alert "${alert.name}" (${alertId}).`,
      structured: { status: 'DONE', alertId },
    };
  },
});
