-- The warehouse of listing events. What is in closed Parquet files is told by warehouse_file and nothing else; what is not yet in a
-- file stands in listing_event. Both are read in one snapshot, so that every event is seen exactly once at any moment.

-- Distributed by property_id. Changes whose listing events are not taken over yet: a row comes with the change itself, by the trigger,
-- in one transaction, and goes when its events stand in listing_event. Never "newer than the last one seen": changes commit out of order.
create table listing_event_due (
  property_id uuid not null,
  revision_id uuid not null,
  -- Whoever records a listing again waits for the one before to commit, so along one listing positions follow the order of events.
  position bigint not null generated always as identity,
  primary key (property_id, revision_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index listing_event_due_in_order on listing_event_due (position);

create function note_listing_events() returns trigger language plpgsql as $$
begin
  insert into listing_event_due (property_id, revision_id)
  select property_id, revision_id from recorded where json_array_length(listing_events) > 0;
  return null;
end $$;
create trigger note_listing_events after insert on property_change
  referencing new table as recorded for each statement execute function note_listing_events();

insert into listing_event_due (property_id, revision_id)
select property_id, revision_id from property_change where json_array_length(listing_events) > 0
order by recorded_at, revision_id;

-- Distributed by listing_id. The open tail: events that are in no closed file yet, each as the row of the file it will be.
create table listing_event (
  listing_id uuid not null,
  revision_id uuid not null,
  month date not null,
  collected_at timestamptz not null,
  event json not null,
  primary key (listing_id, revision_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index listing_event_of_month on listing_event (month, collected_at);

-- Distributed by listing_id. When a listing last did something, so that the next event knows how long that took.
create table listing_last_event (
  listing_id uuid primary key,
  event_at timestamptz not null
) with (fillfactor = 70);

-- Small: a reference table on Citus. A row stands before its file is written and goes after its file was removed, so a file
-- without a row is nobody's. Live: closed and not replaced.
create table warehouse_file (
  file_id uuid primary key,
  month date not null,
  begun_at timestamptz not null,
  closed_at timestamptz,
  -- merged into a larger file; kept a while for whoever is still reading
  replaced_at timestamptz,
  event_count bigint,
  bytes bigint,
  first_event_at timestamptz,
  last_event_at timestamptz
);
-- one writer a month at a time; a writer that died is fenced off by removing its row
create unique index warehouse_file_begun on warehouse_file (month) where closed_at is null;
