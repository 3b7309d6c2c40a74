-- The change stream, bulk exports, and listings removed by law.

-- One row for each change of a property's document, in the order in which customers read them. `changed_in` is at least
-- the transaction that wrote the row: a reader takes the rows below its horizon, and none appears there later.
create table property_change_log (
  property_id uuid not null,
  changed_in xid8 not null,
  position bigint generated always as identity,
  logged_at timestamptz not null,
  -- Null where the document changed without a revision.
  revision_id uuid,
  reason text not null,
  primary key (property_id, changed_in, position)
);
create index property_change_log_order on property_change_log (changed_in, position);

create table property_export (
  account_id uuid not null,
  export_id uuid not null,
  api_key_id uuid,
  criteria json,
  format text not null,
  since text,
  status text not null,
  cursor text,
  total bigint,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  last_key text,
  file_name text,
  failures integer not null default 0,
  error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  claim_id uuid,
  due_at timestamptz not null,
  primary key (account_id, export_id)
);
create index property_export_due on property_export (due_at) where status in ('PENDING', 'RUNNING');
create index property_export_expires on property_export (expires_at);

-- The id is a digest of the URL: nothing of the advert is kept.
create table removed_listing (
  listing_id uuid primary key,
  removed_at timestamptz not null,
  reason text
);
