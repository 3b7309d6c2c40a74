import { Type } from 'typebox';
import type { SaveAlertResult } from '../../alerts/alerts.ts';
import { alertRefusalFault } from '../../alerts/refusal-fault.ts';
import { faultsProblem, resourceNotFound } from '../../service/problem.ts';
import { closed } from '../tool.ts';
import { budgetOf, firstThatFits, type ToolOutput } from '../tool-output.ts';
import { type AlertOutput, alertLine, alertSchema, briefAlert, buildAlertOutput } from './alert-output.ts';

/** The output of every tool that changes an alert. */
export const changeSchema = Type.Object(
  {
    status: Type.Unsafe<string>({
      type: 'string',
      enum: ['DONE', 'DECLINED', 'CONFIRMATION_NEEDED'],
      description:
        'CONFIRMATION_NEEDED: nothing was done yet; show the preview to the user and call again with the token.',
    }),
    alert: Type.Optional(alertSchema),
    alertId: Type.Optional(Type.String()),
    preview: Type.Optional(Type.String()),
    confirmationToken: Type.Optional(Type.String()),
    signingKey: Type.Optional(
      Type.String({
        description:
          'Signs the webhooks of the account. Shown only this once: the user must store it, secret.',
      }),
    ),
  },
  closed,
);

export function renderAlertChange(what: string, outcome: SaveAlertResult | undefined): ToolOutput {
  if (outcome === undefined) throw resourceNotFound();
  if ('refused' in outcome) throw faultsProblem([alertRefusalFault(outcome.refused)]);
  const { alert, signingKey } = outcome;
  const key =
    signingKey === undefined
      ? []
      : [`Signing key of the account's webhooks, shown only this once: ${signingKey}`];
  const budget = budgetOf({});
  const render = (shown: AlertOutput): ToolOutput => ({
    text: [`${what}:`, alertLine(shown), ...key].join('\n'),
    structured: { status: 'DONE', alert: shown, ...(signingKey !== undefined && { signingKey }) },
  });
  const whole = buildAlertOutput(alert, budget);
  return firstThatFits(budget, [() => render(whole), () => render(briefAlert(whole))]);
}
