-- Calls with their exact second, kept for 40 days: what a day cannot tell of a period that begins or ends within one.
-- Distributed by account_id. The batch stands in the key, so that one whose first answer was lost is recognised and not added twice.
create table usage_second (
  account_id uuid not null,
  at timestamptz not null,
  batch_id uuid not null,
  api_key_id uuid not null,
  route text not null,
  channel text not null,
  route_type text not null,
  calls bigint not null,
  results bigint not null,
  credits bigint not null,
  primary key (account_id, at, batch_id, api_key_id, route, channel)
);
create index usage_second_by_age on usage_second using brin (at);

alter table usage_day add column credits bigint not null default 0;

-- Distributed by account_id. An account that has a row is billed in credits.
create table account_credit (
  account_id uuid primary key,
  credits bigint not null check (credits >= 0)
) with (fillfactor = 50);
