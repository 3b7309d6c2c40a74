-- Keys that only read, keys that expire, and a record of what people and keys changed.

alter table api_key add column read_only boolean not null default false;
alter table api_key add column expires_at timestamptz;

-- One row for each successful call or command that changed something. Kept for twelve months.
create table audit_entry (
  account_id uuid not null,
  audit_entry_id uuid not null,
  occurred_at timestamptz not null,
  -- The key, or the person who was signed in; both null for a command of an operator.
  api_key_id uuid,
  person_id uuid,
  -- The operation of the API, the tool, or the words of the command.
  action text not null,
  -- The path of the call, or what the command named.
  target text not null,
  request_id text,
  primary key (account_id, audit_entry_id)
);
create index audit_entry_newest on audit_entry (account_id, occurred_at desc, audit_entry_id);
create index audit_entry_age on audit_entry using brin (occurred_at);
