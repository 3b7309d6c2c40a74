import { type Static, Type } from 'typebox';
import { toProblem } from '../../api/error-handler.ts';
import { validator } from '../../api/parse/validator.ts';
import { faultsProblem, type Violation } from '../../api/problem.ts';
import type { RouteBody } from '../../api/route.ts';
import type { AlertBody } from '../../api/routes/alert-body.ts';
import { notificationConfig } from '../../api/routes/alert-resource.ts';
import { validateAlertChange } from '../../api/routes/alerts.ts';
import { briefQuestionMembers, hasPlainArguments, type Question } from '../question.ts';
import { resolveQuestion } from '../resolve-question.ts';
import { orNull, type ToolCall } from '../tool.ts';

export const confirmationToken = Type.Optional(
  Type.String({
    maxLength: 4_096,
    description: 'From the preview of the same call, once the user agreed. Leave it out at first.',
  }),
);

export const alertMembers = {
  ...briefQuestionMembers,
  enabled: Type.Optional(Type.Boolean({ description: 'A disabled alert tells nothing.' })),
  rules: Type.Optional({
    ...notificationConfig.properties.rules,
    description:
      'What is told, one rule per event type. NEW_MATCH alone unless given. A price drop of at least 5 % is {"eventType":"PRICE_CHANGE","variationPercent":[{"lte":-5}]}.',
  }),
  webhookUrl: Type.Optional(
    Type.String({
      maxLength: 2_048,
      description:
        'Where notifications go: an HTTPS address. Unless given, the default destination of the account.',
    }),
  ),
  destinationId: Type.Optional(
    orNull(
      Type.String(),
      'Instead of webhookUrl, the id of a destination of the account; null: the default of the account.',
    ),
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
  change: AlertBody['change'];
  /** As the body has them. */
  criteria: object | null | undefined;
}

/** Reads the arguments of an alert as the API reads its body, with the same faults, named as the arguments are. */
export async function readAlertArguments(
  call: ToolCall,
  body: RouteBody,
  args: object,
): Promise<AlertArguments> {
  const sent = args as AlertArgs;
  const isAsked = hasPlainArguments(sent) || 'criteria' in sent;
  const criteria = isAsked ? (await resolveQuestion(call.places, sent)).criteria : undefined;
  const json = toAlertBody(sent, criteria);
  const faults = validator(body.schema)(json);
  const read = body.read?.(json, call.clock.now()) ?? { value: json };
  const all = 'faults' in read ? [...faults, ...read.faults] : faults;
  if (all.length > 0 || 'faults' in read) throw faultsProblem(all.map(renameFault));
  return { change: await withArgumentNames(validateAlertChange(call, read.value as AlertBody)), criteria };
}

async function withArgumentNames<Checked>(checking: Promise<Checked>): Promise<Checked> {
  try {
    return await checking;
  } catch (error) {
    const { problem, violations } = toProblem(error);
    if (violations.length === 0) throw error;
    const understood = problem === 'validation';
    throw faultsProblem(violations.map((violation) => ({ ...renameFault(violation), understood })));
  }
}

const renameFault = <Named extends Violation>(fault: Named): Named => ({
  ...fault,
  propertyPath: fault.propertyPath
    .replace(/^notificationConfig\.rules/, 'rules')
    .replace(/^notificationDestination\.eventDestination/, 'destinationId')
    .replace(/^notificationDestination\.webhookUrl/, 'webhookUrl')
    .replace(/^notificationDestination$/, 'webhookUrl'),
});
