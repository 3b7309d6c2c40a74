import { type Static, Type } from 'typebox';
import { asProblem } from '../../api/failure.ts';
import { validator } from '../../api/parse/validator.ts';
import { faultsProblem, type Violation } from '../../api/problem.ts';
import type { RouteBody } from '../../api/route.ts';
import type { SentAlert } from '../../api/routes/alert-body.ts';
import { notificationConfig } from '../../api/routes/alert-resource.ts';
import { checkedChange } from '../../api/routes/alerts.ts';
import { askedFor } from '../asked.ts';
import { briefQuestionMembers, isPlain, type Question } from '../question.ts';
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
function bodyOf(args: AlertArgs, criteria: object | null | undefined): object {
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

export interface ReadAlert {
  change: SentAlert['change'];
  /** As the body has them. */
  criteria: object | null | undefined;
}

/** Reads the arguments of an alert as the API reads its body, with the same faults, named as the arguments are. */
export async function readAlert(call: ToolCall, body: RouteBody, args: object): Promise<ReadAlert> {
  const sent = args as AlertArgs;
  const isAsked = isPlain(sent) || 'criteria' in sent;
  const criteria = isAsked ? (await askedFor(call.places, sent)).criteria : undefined;
  const json = bodyOf(sent, criteria);
  const faults = validator(body.schema)(json);
  const read = body.read?.(json, call.clock.now()) ?? { value: json };
  const all = 'faults' in read ? [...faults, ...read.faults] : faults;
  if (all.length > 0 || 'faults' in read) throw faultsProblem(all.map(renamed));
  return { change: await named(checkedChange(call, read.value as SentAlert)), criteria };
}

async function named<Checked>(checking: Promise<Checked>): Promise<Checked> {
  try {
    return await checking;
  } catch (error) {
    const { problem, violations } = asProblem(error);
    if (violations.length === 0) throw error;
    const understood = problem === 'validation';
    throw faultsProblem(violations.map((violation) => ({ ...renamed(violation), understood })));
  }
}

const renamed = <Told extends Violation>(fault: Told): Told => ({
  ...fault,
  propertyPath: fault.propertyPath
    .replace(/^notificationConfig\.rules/, 'rules')
    .replace(/^notificationDestination\.eventDestination/, 'destinationId')
    .replace(/^notificationDestination\.webhookUrl/, 'webhookUrl')
    .replace(/^notificationDestination$/, 'webhookUrl'),
});
