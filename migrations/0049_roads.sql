-- Main roads that an operator imports, for the map of the console. A layer is one file. Its pieces are stored while it
-- is read; squares, which the map reads, are built from them, and a layer is shown once all of them are.
create table road_layer (
  layer_id uuid primary key,
  name text not null,
  digest bytea not null,
  position bigint not null,
  counts json not null,
  credits json,
  started_at timestamptz not null,
  finished_at timestamptz,
  unique (name, digest)
);

create table road_piece (
  piece_id bigint generated always as identity primary key,
  layer_id uuid not null references road_layer on delete cascade,
  square_column integer not null,
  square_row integer not null,
  class smallint not null,
  positions integer not null,
  line json not null
);
create index road_piece_square on road_piece (layer_id, square_column, square_row, class, piece_id);

create table road_square (
  level smallint not null,
  square_column integer not null,
  square_row integer not null,
  layer_id uuid not null references road_layer on delete cascade,
  lines json not null,
  primary key (level, square_column, square_row, layer_id)
);
create index road_square_layer on road_square (layer_id, level, square_column, square_row);
