import { Type } from 'typebox';
import type { Saved } from '../../alerts/alerts.ts';
import { noSuch } from '../../api/route.ts';
import { savedAlert } from '../../api/routes/alerts.ts';
import { budgetOf, fullest, type Told } from '../told.ts';
import { closed } from '../tool.ts';
import { type AlertTold, alertLine, alertSchema, alertTold, briefAlert } from './alert-told.ts';

/** What every tool that changes alerts answers. */
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
        description: 'Signs the webhooks of the account. Told this once: the user must keep it, secret.',
      }),
    ),
  },
  closed,
);

export function doneTold(what: string, outcome: Saved | undefined): Told {
  if (outcome === undefined) throw noSuch();
  const { alert, signingKey } = savedAlert(outcome);
  const key =
    signingKey === undefined ? [] : [`Signing key of the account's webhooks, told this once: ${signingKey}`];
  const budget = budgetOf({});
  const tell = (told: AlertTold): Told => ({
    text: [`${what}:`, alertLine(told), ...key].join('\n'),
    structured: { status: 'DONE', alert: told, ...(signingKey !== undefined && { signingKey }) },
  });
  const whole = alertTold(alert, budget);
  return fullest(budget, [() => tell(whole), () => tell(briefAlert(whole))]);
}
