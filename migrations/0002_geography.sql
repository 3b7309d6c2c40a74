-- The administrative tree. Small, read everywhere and joined with everything: on Citus, division, geography and geography_import are
-- reference tables. Contours are big and read one at a time, so they stand in a table of their own, distributed by division_id.

-- One row a country: what was loaded, and a number that moves with every change of its divisions, so that a process that keeps
-- them in memory sees with one short read that it must build again.
create table geography (
  country_code text primary key,
  -- the packages and the loader this country's divisions came from; another value at start means load again
  package_version text not null,
  revision bigint not null,
  loaded_at timestamptz not null
);

create table division (
  -- derived from country and code: the same on every installation
  division_id uuid primary key,
  country_code text not null,
  type text not null,
  unique_code text not null,
  name text not null,
  -- the next wider division of the line country, region, subregion, municipality, district, neighbourhood
  parent_id uuid references division,
  -- groups stand beside that line, since a group may cross a subregion: the narrowest first
  group_ids uuid[] not null default '{}',
  postal_codes text[] not null default '{}',
  -- those of them that an import added: a newer package does not take them away
  imported_postal_codes text[] not null default '{}',
  population integer,
  longitude double precision,
  latitude double precision,
  -- how the point is known, the fallbacks told apart from what was measured
  centroid_origin text,
  -- municipalities that became part of this one, and the codes they had
  former_names text[] not null default '{}',
  former_codes text[] not null default '{}',
  -- its name in another language, or written out
  other_names text[] not null default '{}',
  -- false for what an import added: a newer package then neither owns nor retires it
  from_package boolean not null,
  -- a newer package no longer has it: it answers by its id, and nothing new is placed in it
  retired boolean not null default false,
  unique (country_code, unique_code),
  check ((longitude is null) = (latitude is null) and (longitude is null) = (centroid_origin is null))
);
create index division_of_parent on division (parent_id);
create index division_of_group on division using gin (group_ids);
create index division_formerly on division using gin (former_codes);

-- distributed by division_id
create table division_contour (
  division_id uuid primary key,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  -- a GeoJSON Polygon or MultiPolygon as it was given; json, not jsonb: it is read whole or not at all, and takes
  -- a quarter less room (1.0 kB a commune of the simplified national file)
  geometry json not null,
  -- false for what an import told, which a newer package does not undo
  from_package boolean not null
);

-- An import under way, so that one that was cut goes on where it stopped. Deleted when it ends.
create table geography_import (
  country_code text not null,
  -- SHA-256 of the whole file: a file that changed meanwhile starts again
  digest bytea not null,
  -- bytes of the file that are done, always between two records
  position bigint not null,
  counts jsonb not null,
  started_at timestamptz not null,
  primary key (country_code, digest)
);
