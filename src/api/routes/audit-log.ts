import { Type } from 'typebox';
import { AUDIT_RETENTION_DAYS, listActions } from '../../audit/audit-log.ts';
import type { NamedAuditEntry } from '../../audit/store.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { listedResource } from '../resource.ts';
import { type Route, readPage } from '../route.ts';

const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const auditEntry = listedResource(
  'AuditEntry',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      occurredAt: Type.String({ format: 'date-time' }),
      actorType: Type.Unsafe<'KEY' | 'PERSON' | 'COMMAND'>({
        title: 'AuditActorType',
        type: 'string',
        enum: ['KEY', 'PERSON', 'COMMAND'],
        description: 'An API key, a person who was signed in, or a command of the operator.',
      }),
      actorId: textOrNull('Of the key or the person.'),
      actorName: textOrNull('The name that the key or the person has now.'),
      action: Type.String({ description: 'The operation, by its name in the OpenAPI document.' }),
      target: Type.String({ description: 'What it was done to: the path of the call.' }),
      requestId: textOrNull('Of the call, as in its answer and in the log.'),
    },
    { additionalProperties: false, description: 'A change that a key or a person made.' },
  ),
);

const flatEntry = (entry: NamedAuditEntry) => ({
  id: entry.auditEntryId,
  occurredAt: formatTimestamp(entry.occurredAt),
  actorType: actorType(entry),
  actorId: entry.personId ?? entry.apiKeyId,
  actorName: entry.personName ?? entry.keyName,
  action: entry.action,
  target: entry.target,
  requestId: entry.requestId,
});

function actorType({ personId, apiKeyId }: NamedAuditEntry): 'KEY' | 'PERSON' | 'COMMAND' {
  if (personId !== null) return 'PERSON';
  return apiKeyId === null ? 'COMMAND' : 'KEY';
}

export const auditLogRoutes: Route[] = [
  readPage({
    path: '/account/audit-log',
    operationId: 'listAuditLog',
    tag: 'Account',
    summary: 'List what was changed',
    description: `Every change that a key, a person or a command made on the account, newest first, for ${AUDIT_RETENTION_DAYS} days. For owners: a key must be that of an owner or of a command.`,
    routeType: 'account',
    right: 'owner',
    resource: auditEntry,
    async list({ db, accountId, query }) {
      const { rows, total } = await listActions(db, accountId, query.page);
      return { rows: rows.map(flatEntry), total };
    },
  }),
];
