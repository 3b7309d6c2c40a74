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

-- Distributed by account_id. The days once more, by key alone and by route alone: a report over a year that asks for no single key
-- reads a fifth of the rows. Written with usage_day in one statement, so that all three add up to the same.
create table usage_day_key (
  account_id uuid not null,
  day date not null,
  api_key_id uuid not null,
  channel text not null,
  calls bigint not null,
  results bigint not null,
  credits bigint not null,
  primary key (account_id, day, api_key_id, channel)
) with (fillfactor = 70);
create table usage_day_route (
  account_id uuid not null,
  day date not null,
  route text not null,
  channel text not null,
  route_type text not null,
  calls bigint not null,
  results bigint not null,
  credits bigint not null,
  primary key (account_id, day, route, channel)
) with (fillfactor = 70);

insert into usage_day_key
select account_id, day, api_key_id, channel, sum(calls), sum(results), sum(credits) from usage_day group by 1, 2, 3, 4;
insert into usage_day_route
select account_id, day, route, channel, min(route_type), sum(calls), sum(results), sum(credits) from usage_day group by 1, 2, 3, 4;

-- Distributed by account_id. An account that has a row is billed in credits.
create table account_credit (
  account_id uuid primary key,
  credits bigint not null check (credits >= 0)
) with (fillfactor = 50);
