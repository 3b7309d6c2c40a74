-- The records of a source that were not taken, the newest refusal of each listing: shown to operators until a good record comes.
create table rejected_record (
  source_id uuid not null,
  listing_id uuid not null,
  url text not null,
  -- INVALID: it breaks a rule of ours. REFUSED: the database, or our own code, failed on it.
  kind text not null,
  reason text not null,
  -- as the record states it
  observed_at timestamptz,
  -- the beginning of the record as it came
  record text,
  first_rejected_at timestamptz not null,
  rejected_at timestamptz not null,
  -- when a later record of the listing was taken
  resolved_at timestamptz,
  primary key (source_id, listing_id)
);
-- Of each batch taken it is asked whether it resolves something: the open ones are few.
create index rejected_record_open on rejected_record (source_id, listing_id) where resolved_at is null;
create index rejected_record_age on rejected_record (rejected_at);
