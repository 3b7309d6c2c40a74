-- Saved searches and the events they raised. Distributed by account_id, but alert_log, which is a reference table written and read
-- through the coordinator: its transactions are the coordinator's.

create table alert (
  account_id uuid not null,
  alert_id uuid not null,
  name text not null,
  enabled boolean not null,
  -- null: every property
  criteria json,
  -- [{eventType, scope, variationPercent}]
  rules json not null,
  -- null: the account's default
  event_destination_id uuid,
  -- moves with every change of the row: an event is recorded only for the version that was judged
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- since when properties that were on the market already wait to be listed as first_match; null once they are
  first_days_from timestamptz,
  primary key (account_id, alert_id)
);
create index alert_first_days on alert (first_days_from) where first_days_from is not null;
create index alert_of_account on alert (account_id, created_at desc, alert_id);

-- In which transaction each alert changed last. Whoever keeps alerts in memory reads those of the transactions that were not over when
-- it last looked: none is skipped, however late it commits, and no writer waits for another.
create table alert_log (
  alert_id uuid primary key,
  account_id uuid not null,
  changed_in xid8 not null
);
create index alert_log_changed on alert_log (changed_in);

-- When a change is to be held against the alerts; null once it was. A change that could not be judged is tried again later.
alter table property_change add column match_due_at timestamptz default '-infinity';
create index property_change_to_match on property_change (match_due_at, recorded_at) where match_due_at is not null;
-- the rehearsal of an alert reads the last days
create index property_change_recorded on property_change (recorded_at);

create table alert_event (
  account_id uuid not null,
  alert_event_id uuid not null,
  alert_id uuid not null,
  property_id uuid not null,
  revision_id uuid not null,
  event_type text not null,
  scope text not null,
  -- the listing, or the property itself, that the event is told once about
  subject_id uuid not null,
  created_at timestamptz not null,
  -- ids are made of the moment in created_at: they are the order of the events, too
  primary key (account_id, alert_id, alert_event_id)
);
-- one event for one happening, however often it is judged
-- (and whether a property was told as new already)
create unique index alert_event_once on alert_event (account_id, alert_id, property_id, revision_id, event_type, subject_id);
-- for the retention, which walks from the oldest on
create index alert_event_age on alert_event using brin (created_at);

-- Properties that matched when their alert was saved or widened, each with its turn within the first three days.
create table first_match (
  account_id uuid not null,
  alert_id uuid not null,
  property_id uuid not null,
  due_at timestamptz not null,
  primary key (account_id, alert_id, property_id)
);
create index first_match_due on first_match (due_at);
