import { Type } from 'typebox';
import { newAlertRequest } from '../../alerts/alert-request.ts';
import { alertNameSchema } from '../../alerts/alert-schema.ts';
import { createAlert, type NewAlert } from '../../alerts/alerts.ts';
import { newId } from '../../lib/ids.ts';
import { requireConfirmation } from '../confirm.ts';
import { QUESTION_NAMES } from '../question.ts';
import { closed, defineTool } from '../tool.ts';
import { alertMembers, confirmationToken, readAlertArguments } from './alert-arguments.ts';
import { changeSchema, renderAlertChange } from './alert-change-output.ts';
import { buildPreview } from './preview.ts';

export const createAlertTool = defineTool({
  name: 'create_alert',
  title: 'Create an alert',
  description:
    'Stores a search that notifies by webhook or mail when properties match or change. Takes the question of search_properties. The user confirms: through the client where it can, else the first call answers a preview and a confirmationToken for a second call. Free.',
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  routeType: 'alerts',
  changesAlerts: true,
  brief: [...QUESTION_NAMES, 'name', 'enabled'],
  input: Type.Object({ name: alertNameSchema, ...alertMembers, confirmationToken }, closed),
  output: changeSchema,
  async run(call, { confirmationToken: token, ...args }) {
    const { change } = await readAlertArguments(call, newAlertRequest, args);
    const decision = await requireConfirmation(
      call,
      {
        tool: 'create_alert',
        args,
        preview: () => buildPreview(call, 'Create this alert?', { change }),
        over: newId(call.clock.now()),
      },
      token,
    );
    if ('answer' in decision) return decision.answer;
    const alert = { ...(change as NewAlert), id: decision.over };
    return renderAlertChange('Created', await createAlert(call, call.caller.accountId, alert));
  },
});
