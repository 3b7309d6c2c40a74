import { type Static, Type } from 'typebox';
import type { AlertRequest, AlertRequestForm } from '../../alerts/alert-request.ts';
import { notificationConfigSchema } from '../../alerts/alert-schema.ts';
import { resolveAlertRequest } from '../../alerts/resolve-alert-request.ts';
import type { RequestFault } from '../../lib/request-fault.ts';
import { parseRequest } from '../../service/parse-request.ts';
import { faultsProblem } from '../../service/problem.ts';
import { hasPlainArguments, type Question, questionMembers } from '../question.ts';
import { resolveQuestion } from '../resolve-question.ts';
import { orNull, type ToolCall } from '../tool.ts';

export const confirmationToken = Type.Optional(
  Type.String({
    maxLength: 4_096,
    description: 'From the preview of the same call, once the user agreed. Leave it out at first.',
  }),
);

export const alertMembers = {
  ...questionMembers,
  enabled: Type.Optional(Type.Boolean({ description: 'A disabled alert notifies nobody.' })),
  rules: Type.Optional({
    ...notificationConfigSchema.properties.rules,
    description:
      'One per event type; NEW_MATCH alone by default. A drop of 5 % or more: {"eventType":"PRICE_CHANGE","variationPercent":[{"lte":-5}]}.',
  }),
  webhookUrl: Type.Optional(
    Type.String({
      maxLength: 2_048,
      description: 'HTTPS. Without it, the default destination of the account.',
    }),
  ),
  destinationId: Type.Optional(
    orNull(Type.String(), 'Instead of webhookUrl; null: the default destination.'),
  ),
};
const members = Type.Object(alertMembers);
type AlertArgs = Static<typeof members> & Question & { name?: string };

/** The body that the API takes for the same alert. */
function toAlertBody(args: AlertArgs, criteria: object | null | undefined): object {
  const { name, enabled, rules, webhookUrl, destinationId } = args;
  const destination = {
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(destinationId != null && { eventDestination: destinationId }),
  };
  const isDestined = webhookUrl !== undefined || destinationId !== undefined;
  return {
    ...(name !== undefined && { name }),
    ...(enabled !== undefined && { enabled }),
    ...(criteria !== undefined && { criteria }),
    ...(rules !== undefined && { notificationConfig: { rules } }),
    ...(isDestined && {
      notificationDestination: destinationId === null && webhookUrl === undefined ? null : destination,
    }),
  };
}

export interface AlertArguments {
  change: AlertRequest['change'];
  /** As in the body. */
  criteria: object | null | undefined;
}

/** Parses the arguments of an alert as the API parses its body: the same faults, named as the arguments are. */
export async function readAlertArguments(
  call: ToolCall,
  form: AlertRequestForm,
  args: object,
): Promise<AlertArguments> {
  const sent = args as AlertArgs;
  const hasQuestion = hasPlainArguments(sent) || 'criteria' in sent;
  const criteria = hasQuestion ? (await resolveQuestion(call.places, sent)).criteria : undefined;
  const parsed = parseRequest(form, toAlertBody(sent, criteria), call.clock.now());
  if ('faults' in parsed) throw faultsProblem(parsed.faults.map(renameFault));
  const resolved = await resolveAlertRequest(call, parsed.value);
  if ('faults' in resolved) throw faultsProblem(resolved.faults.map(renameFault));
  return { change: resolved.change, criteria };
}

const renameFault = (fault: RequestFault): RequestFault => ({
  ...fault,
  propertyPath: fault.propertyPath
    .replace(/^notificationConfig\.rules/, 'rules')
    .replace(/^notificationDestination\.eventDestination/, 'destinationId')
    .replace(/^notificationDestination\.webhookUrl/, 'webhookUrl')
    .replace(/^notificationDestination$/, 'webhookUrl'),
});
