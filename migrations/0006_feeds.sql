-- Feeds that a source is pulled from, and what an operator may settle about a source. Small tables, read everywhere: on Citus reference tables.

alter table source
  -- hides its address and name from customers, on every listing
  add column protected boolean not null default false,
  -- addresses of listings whose feed gives none: holds {key}
  add column listing_url text check (listing_url like '%{key}%'),
  -- days after which a listing that visitors of the source no longer find has expired; 0 never, null the usual
  add column unseen_days integer check (unseen_days between 0 and 3650),
  -- when its listings were last looked through for those that are gone; the claim of whoever looks
  add column swept_at timestamptz;

create table feed (
  feed_id uuid primary key,
  -- one feed a source: two that are full would each expire what the other names
  source_id uuid not null unique references source,
  address text not null,
  format text not null,
  interval_seconds integer not null check (interval_seconds > 0),
  is_full boolean not null,
  max_bytes bigint not null check (max_bytes > 0),
  enabled boolean not null,
  created_at timestamptz not null,

  due_at timestamptz not null,
  -- failed pulls in a row
  failures integer not null default 0,
  -- who pulls it now: a lease, and the number that fences those who lost it
  claim_id uuid,
  claimed_until timestamptz,

  -- of the file taken last, so that the same one is not fetched or read again
  etag text,
  last_modified text,
  sha256 bytea,
  taken_at timestamptz,

  last_status text,
  last_finished_at timestamptz
);
create index feed_due on feed (due_at) where enabled;

create table feed_run (
  feed_id uuid not null references feed on delete cascade,
  feed_run_id uuid not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- RUNNING, TAKEN, UNCHANGED, FAILED
  status text not null,
  bytes bigint,
  sha256 bytea,
  accepted integer not null default 0,
  unchanged integer not null default 0,
  expired integer not null default 0,
  rejected integer not null default 0,
  -- the first of them: [{line, reason}]
  rejections json not null default '[]',
  error text,
  primary key (feed_id, feed_run_id)
);
