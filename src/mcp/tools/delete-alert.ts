import { Type } from 'typebox';
import { findAlert, removeAlert } from '../../alerts/alerts.ts';
import { resourceNotFound, validationProblem } from '../../service/problem.ts';
import { requireConfirmation } from '../confirm.ts';
import { describeRules, describeSent } from '../describe-alert.ts';
import { closed, defineTool } from '../tool.ts';
import { truncateLine } from '../tool-output.ts';
import { confirmationToken } from './alert-arguments.ts';
import { changeSchema } from './alert-change-output.ts';

const MAX_NAME_CHARS = 200;
const MAX_CRITERIA_CHARS = 1_000;

export const deleteAlertTool = defineTool({
  name: 'delete_alert',
  title: 'Delete an alert',
  description:
    'Deletes an alert for good; its waiting notifications are not sent. To pause it, use update_alert with enabled false. The user confirms, as for create_alert. Free.',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  routeType: 'alerts',
  changesAlerts: true,
  brief: ['alertId', 'confirmationToken'],
  input: Type.Object(
    { alertId: Type.String({ format: 'uuid', description: 'From list_alerts.' }), confirmationToken },
    closed,
  ),
  output: changeSchema,
  async run(call, { alertId, confirmationToken: token }) {
    const { accountId } = call.caller;
    const alert = await findAlert(call.db, accountId, alertId);
    if (alert === undefined) throw resourceNotFound();
    const preview = async () =>
      [
        `Delete the alert "${truncateLine(alert.name, MAX_NAME_CHARS)}" for good?`,
        `Criteria: ${truncateLine(describeSent(alert.criteria, await call.places.register()), MAX_CRITERIA_CHARS)}`,
        `Notifies of: ${describeRules(alert.rules) ?? ''}`,
      ].join('\n');
    const decision = await requireConfirmation(
      call,
      { tool: 'delete_alert', args: { alertId }, preview, over: alert.version },
      token,
    );
    if ('answer' in decision) return decision.answer;
    if (decision.over !== alert.version)
      throw validationProblem(
        'alertId',
        'The alert changed since it was shown; ask the user again.',
        'changed',
      );
    if (!(await removeAlert(call, accountId, alertId))) throw resourceNotFound();
    return {
      text: `Deleted the alert "${alert.name}" (${alertId}).`,
      structured: { status: 'DONE', alertId },
    };
  },
});
