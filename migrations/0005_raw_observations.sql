-- What sources said, as they said it, for 90 days: enough to see why a record looks as it does, and to read it again by better rules.

-- Distributed by listing_id. One row for each visit that brought something new.
create table raw_observation (
  listing_id uuid not null,
  observed_at timestamptz not null,
  source_id uuid not null,
  -- when we took it in: a file of last year is kept as long as one of today
  received_at timestamptz not null,
  -- zstd of JSON {payload, dropped}: as it came, and what of it did not go in. A third of its size
  body bytea not null,
  primary key (listing_id, observed_at)
);
-- the oldest go first, a slice of time at once
create index raw_observation_received on raw_observation (received_at);

-- Distributed by source_id. What a source says that we do not know or cannot believe, a count per day.
create table dropped_member (
  source_id uuid not null,
  day date not null,
  -- its path in the payload
  member text not null,
  why text not null,
  count bigint not null,
  -- the beginning of what it said last
  example text not null,
  primary key (source_id, day, member, why)
);
create index dropped_member_by_day on dropped_member (day);
