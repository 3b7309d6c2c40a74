import { type Static, Type } from 'typebox';
import {
  acceptInvitation,
  createInvitation,
  findInvitation,
  INVITATION_LIFETIME_MS,
  type InvitationRow,
  listInvitations,
  MAX_PENDING_INVITATIONS,
  revokeInvitation,
} from '../../accounts/invitations.ts';
import { recordAction } from '../../audit/audit-log.ts';
import { countConfirmationMail } from '../../delivery/confirmations/confirmations.ts';
import { verifyLinkToken } from '../../delivery/email/links.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { resourceNotFound, validationProblem } from '../../service/problem.ts';
import { enterAccount } from '../../sign-in/sessions.ts';
import { changingRoute, queryRoute } from '../query-route.ts';
import { listedResource } from '../resource.ts';
import { create, type Route, type RouteCall, readPage, remove } from '../route.ts';
import { tooManyMails } from '../routes/event-destinations.ts';
import { consoleRouteBase } from './action-route.ts';
import { requireSignedIn, role } from './people-routes.ts';

const PATH = '/console/api/invitations';
const MAX_EMAIL_CHARS = 254;
const MAX_TOKEN_CHARS = 200;
const tag = 'People';
const uuid = Type.String({ format: 'uuid' });
const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const invitation = listedResource(
  'Invitation',
  Type.Object(
    {
      id: uuid,
      email: Type.String({ description: 'Where the link is sent.' }),
      role,
      accountId: uuid,
      accountName: Type.String(),
      inviter: textOrNull('The name of the person who invites.'),
      createdAt: Type.String({ format: 'date-time' }),
      expiresAt: Type.String({ format: 'date-time' }),
      mailStatus: Type.Unsafe<'WAITING' | 'SENT' | 'REFUSED'>({
        title: 'InvitationMailStatus',
        type: 'string',
        enum: ['WAITING', 'SENT', 'REFUSED'],
        description: 'REFUSED: the mail server of the recipient refused it.',
      }),
      mailError: textOrNull('Why the mail was refused.'),
    },
    { additionalProperties: false, description: 'An invitation to the account that nobody accepted yet.' },
  ),
);

const flat = ({ language: _, isWaiting, createdAt, expiresAt, ...row }: InvitationRow) => ({
  ...row,
  createdAt: formatTimestamp(createdAt),
  expiresAt: formatTimestamp(expiresAt),
  mailStatus: mailStatus(isWaiting, row.mailError),
});

function mailStatus(isWaiting: boolean, error: string | null): 'WAITING' | 'SENT' | 'REFUSED' {
  if (error !== null) return 'REFUSED';
  return isWaiting ? 'WAITING' : 'SENT';
}

const newInvitation = Type.Object(
  {
    email: Type.String({ format: 'email', maxLength: MAX_EMAIL_CHARS, examples: ['ada@agency.example'] }),
    role,
    language: Type.Optional(
      Type.Unsafe<'en' | 'fr'>({
        title: 'InvitationLanguage',
        type: 'string',
        enum: ['en', 'fr'],
        default: 'en',
        description: 'Of the mail.',
      }),
    ),
  },
  { additionalProperties: false },
);

async function invite(call: RouteCall<unknown, Static<typeof newInvitation>>) {
  const { db, clock, accountId, body } = call;
  const { personId } = requireSignedIn(call);
  const email = body.email.toLowerCase();
  const pending = await listInvitations(db, clock, accountId, 1);
  if (pending.total >= MAX_PENDING_INVITATIONS)
    throw validationProblem(
      '',
      `An account has at most ${MAX_PENDING_INVITATIONS} open invitations: revoke one first.`,
      'too_many',
    );
  const made = await db.transaction(async (tx) => {
    const tooMany = await countConfirmationMail(tx, clock, { accountId, email });
    if (tooMany !== undefined) throw tooManyMails(tooMany, clock.now());
    const { role: invitedRole, language = 'en' } = body;
    return createInvitation(tx, clock, {
      ...{ accountId, email, language },
      role: invitedRole,
      invitedBy: personId,
    });
  });
  const row = await findInvitation(db, clock, made);
  if (row === undefined) throw resourceNotFound();
  return { flat: flat(row), created: true };
}

const tokenBody = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: MAX_TOKEN_CHARS,
      description: 'From the link in the mail.',
    }),
  },
  { additionalProperties: false },
);

type TokenCall = RouteCall<unknown, Static<typeof tokenBody>>;

async function readToken({ db, clock, delivery, body }: TokenCall): Promise<InvitationRow> {
  const key = verifyLinkToken(delivery.keyring, 'invitation', body.token);
  const found = key && (await findInvitation(db, clock, key));
  if (found === undefined) throw resourceNotFound();
  return found;
}

/** The link proves access to the mailbox: any person who has it may accept. It works once. */
async function accept(call: TokenCall) {
  const { db, clock } = call;
  const person = requireSignedIn(call);
  const found = await readToken(call);
  const { accountId, id } = found;
  if (!(await acceptInvitation(db, clock, { accountId, id, personId: person.personId })))
    throw resourceNotFound();
  await recordAction(
    db,
    clock,
    { accountId, apiKeyId: call.apiKeyId ?? '', signedIn: person },
    { action: 'acceptInvitation', target: `${PATH}/${id}` },
  );
  await enterAccount(db, clock, person, accountId);
  return flat(found);
}

const acceptRoute = changingRoute({
  ...queryRoute({
    path: `${PATH}/accept`,
    operationId: 'acceptInvitation',
    tag,
    summary: 'Accept an invitation',
    description: 'Adds the signed-in person to the account, and enters it.',
    routeType: 'other',
    resource: invitation,
    body: tokenBody,
    find: accept,
  }),
  access: 'session',
  isPersonal: true,
});

export const invitationRoutes: Route[] = [
  readPage({
    ...consoleRouteBase,
    path: PATH,
    right: 'owner',
    operationId: 'listInvitations',
    tag,
    summary: 'List open invitations',
    resource: invitation,
    async list({ db, clock, accountId, query }) {
      const { rows, total } = await listInvitations(db, clock, accountId, query.page);
      return { rows: rows.map(flat), total };
    },
  }),
  create({
    ...consoleRouteBase,
    path: PATH,
    right: 'owner',
    operationId: 'invitePerson',
    tag,
    summary: 'Invite a person to the account',
    description: `A mail with a link is sent to them. It works once, for ${INVITATION_LIFETIME_MS / DAY_MS} days. A second invitation of the same email replaces the first.`,
    problems: ['too-many-mails'],
    resource: invitation,
    body: newInvitation,
    alwaysNew: true,
    make: invite,
  }),
  remove({
    ...consoleRouteBase,
    path: `${PATH}/{id}`,
    right: 'owner',
    operationId: 'revokeInvitation',
    tag,
    summary: 'Revoke an invitation',
    description: 'Its link does not work any more.',
    drop: ({ db, clock, accountId, params }) =>
      revokeInvitation(db, clock, { accountId, id: params['id'] ?? '' }),
  }),
  {
    ...queryRoute({
      path: `${PATH}/lookup`,
      operationId: 'findInvitation',
      tag,
      summary: 'Find an invitation by its link',
      description: '404 when it was accepted or revoked, or has expired.',
      routeType: 'other',
      resource: invitation,
      body: tokenBody,
      find: async (call) => flat(await readToken(call)),
    }),
    access: 'session',
  },
  acceptRoute,
];
