import { Type } from 'typebox';
import type { AlertRow, Saved } from '../../alerts/alerts.ts';
import { noSuch } from '../../api/route.ts';
import { savedAlert } from '../../api/routes/alerts.ts';
import type { Told } from '../told.ts';
import { closed } from '../tool.ts';
import { alertLine, alertSchema, alertTold } from './alert-told.ts';

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
  savedAlert(outcome);
  const { alert, signingKey } = outcome as { alert: AlertRow; signingKey: string | undefined };
  const key =
    signingKey === undefined ? [] : [`Signing key of the account's webhooks, told this once: ${signingKey}`];
  return {
    text: [`${what}:`, alertLine(alert), ...key].join('\n'),
    structured: { status: 'DONE', alert: alertTold(alert), ...(signingKey !== undefined && { signingKey }) },
  };
}
