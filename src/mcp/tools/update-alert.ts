import { Type } from 'typebox';
import { alertChangeRequest } from '../../alerts/alert-request.ts';
import { alertNameSchema } from '../../alerts/alert-schema.ts';
import { findAlert, updateAlert } from '../../alerts/alerts.ts';
import { resourceNotFound } from '../../service/problem.ts';
import { requireConfirmation } from '../confirm.ts';
import { QUESTION_NAMES } from '../question.ts';
import { closed, defineTool } from '../tool.ts';
import { alertMembers, confirmationToken, readAlertArguments } from './alert-arguments.ts';
import { changeSchema, renderAlertChange } from './alert-change-output.ts';
import { buildPreview } from './preview.ts';

export const updateAlertTool = defineTool({
  name: 'update_alert',
  title: 'Update an alert',
  description:
    'Changes what is given and leaves the rest, with the arguments of create_alert; a question replaces the whole criteria. The user confirms, as for create_alert. Free.',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  routeType: 'alerts',
  changesAlerts: true,
  brief: [
    ...QUESTION_NAMES,
    ...['alertId', 'name', 'enabled', 'rules', 'webhookUrl', 'destinationId', 'confirmationToken'],
  ],
  input: Type.Object(
    {
      alertId: Type.String({ format: 'uuid', description: 'From list_alerts.' }),
      name: Type.Optional(alertNameSchema),
      ...alertMembers,
      confirmationToken,
    },
    closed,
  ),
  output: changeSchema,
  async run(call, { confirmationToken: token, ...args }) {
    const { accountId } = call.caller;
    const before = await findAlert(call.db, accountId, args.alertId);
    if (before === undefined) throw resourceNotFound();
    const { change } = await readAlertArguments(call, alertChangeRequest, args);
    const decision = await requireConfirmation(
      call,
      {
        tool: 'update_alert',
        args,
        preview: () => buildPreview(call, `Change the alert "${before.name}"?`, { change, before }),
        over: before.version,
      },
      token,
    );
    if ('answer' in decision) return decision.answer;
    const decidedChange = { ...change, decidedOver: decision.over };
    return renderAlertChange('Changed', await updateAlert(call, accountId, args.alertId, decidedChange));
  },
});
