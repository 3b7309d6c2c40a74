-- The visits that one transaction brings are compressed together: by itself each took twice the time, as a compressor was set up for it, and
-- three times the room, as adverts have much in common.

-- Distributed by block_id. zstd of lines of JSON {payload, dropped}: as they came, and what of each did not go in.
create table raw_block (
  block_id uuid primary key,
  -- when we took it in, as its observations have it
  received_at timestamptz not null,
  body bytea not null
);
-- compressed already: trying again costs and gains nothing
alter table raw_block alter column body set storage external;
-- the oldest go first, a slice of time at once
create index raw_block_received on raw_block (received_at);

-- the line of a block, from 0; those kept before have a body of their own
alter table raw_observation
  alter column body drop not null,
  add column block_id uuid,
  add column line smallint;
