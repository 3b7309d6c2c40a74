-- Raw observations of a listing are packed together (docs/decisions/0098-smaller-records.md): an older one says nearly the
-- same as the newest. Those of older releases stay where they are, are read there, and are dropped after 90 days.
-- `part` counts the rows of a listing: one that is full is not written any more. The columns are in the order of their
-- widths, so that nothing is padded.
create table raw_history (
  listing_id uuid not null,
  received_from timestamptz not null,
  latest_observed_at timestamptz not null,
  part integer not null,
  body bytea not null,
  constraint raw_history_pkey primary key (listing_id, part)
);
-- Of retention. Rows of one transaction share a moment, and an entry.
create index raw_history_receipt on raw_history (received_from);
