-- The answer to a creation with an Idempotency-Key, for 24 hours. It is encrypted: it may hold a signing key. It is
-- written in the transaction of the creation, so a second call with the key waits for the first one.
create table idempotent_answer (
  account_id uuid not null,
  key text not null,
  request_digest bytea not null,
  answer bytea not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);
create index idempotent_answer_created_at on idempotent_answer (created_at);
