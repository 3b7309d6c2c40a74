import { selectPage } from '../db/select-page.ts';
import { type Db, sql } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';

export interface AuditEntry {
  accountId: string;
  auditEntryId: string;
  occurredAt: Date;
  /** Null for a person, and for a command. */
  apiKeyId: string | null;
  personId: string | null;
  action: string;
  target: string;
  requestId: string | null;
}

/** An entry with the names that its key and person have now. */
export interface NamedAuditEntry extends AuditEntry {
  keyName: string | null;
  personName: string | null;
}

export async function insertEntry(db: Db, entry: AuditEntry): Promise<void> {
  await db.rows(sql`
    insert into audit_entry
      (account_id, audit_entry_id, occurred_at, api_key_id, person_id, action, target, request_id)
    values (${entry.accountId}, ${entry.auditEntryId}, ${entry.occurredAt}, ${entry.apiKeyId}, ${entry.personId},
            ${entry.action}, ${entry.target}, ${entry.requestId})`);
}

/** One page of the entries, newest first. */
export const selectEntries = (db: Db, accountId: string, page: number): Promise<RowPage<NamedAuditEntry>> =>
  selectPage(
    db,
    sql`
    select entry.account_id as "accountId", audit_entry_id as "auditEntryId", occurred_at as "occurredAt",
           entry.api_key_id as "apiKeyId", entry.person_id as "personId", action, target, request_id as "requestId",
           api_key.name as "keyName", coalesce(person.name, person.email) as "personName"
    from audit_entry entry
    left join api_key on api_key.api_key_id = entry.api_key_id
    left join person on person.person_id = entry.person_id
    where entry.account_id = ${accountId}
    order by occurred_at desc, audit_entry_id`,
    page,
  );

export async function deleteEntriesBefore(db: Db, before: Date): Promise<void> {
  await db.rows(sql`delete from audit_entry where occurred_at < ${before}`);
}
