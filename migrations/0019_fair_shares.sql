-- One account's alerts must not hold up those of the others.

alter table alert
  -- so that alerts are read by bytes, and those of one account are bounded, without reading their criteria
  add column criteria_bytes integer not null generated always as (coalesce(octet_length(criteria::text), 0)) stored,
  -- since when a worker cannot read its criteria: such an alert is not matched; null once it was saved again
  add column unreadable_since timestamptz,
  -- the first matches of an alert whose search failed are listed again at this moment
  add column first_days_retry_at timestamptz;
create index alert_unreadable on alert (unreadable_since) where unreadable_since is not null;

-- Changes that met more alerts of an account than it may record at once: the rest waits here, and accounts take turns. A row is made in
-- the transaction that marks the change as matched, and deleted in the one that records its last event. Distributed by account_id.
create table match_backlog (
  account_id uuid not null,
  property_id uuid not null,
  revision_id uuid not null,
  -- of the change: the oldest goes first
  recorded_at timestamptz not null,
  -- later for one that failed
  due_at timestamptz not null default '-infinity',
  -- alerts that wait, as counted when the row was written last
  alerts integer not null,
  -- events of the alerts up to this one are recorded
  last_alert_id uuid,
  primary key (account_id, property_id, revision_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index match_backlog_due on match_backlog (account_id, due_at, recorded_at);

-- Accounts take turns here too. They replace indexes by time alone.
create index alert_first_days_by_account on alert (account_id, first_days_from) where first_days_from is not null;
drop index alert_first_days;
create index first_match_by_account on first_match (account_id, due_at);
drop index first_match_due;
