-- The national address base and the registry of energy certificates, loaded from public files. Positions are millionths of a degree
-- (11 cm), so that two of them take 8 bytes. Streets stand apart from their numbers: an address then takes 140 bytes with its indexes.

-- A bulk import under way, so that one that was cut goes on where it stopped. Deleted when it ends. A reference table on Citus.
create table bulk_import (
  -- addresses, certificates or sales
  kind text not null,
  -- SHA-256 of the whole file: a file that changed meanwhile starts again
  digest bytea not null,
  -- plain bytes of the file that are done, always between two records, and the line that follows
  position bigint not null,
  line bigint not null,
  counts jsonb not null,
  started_at timestamptz not null,
  primary key (kind, digest)
);

-- distributed by street_id
create table street (
  -- the first 8 bytes of the SHA-1 of its code in the base: the same in every release
  street_id bigint primary key,
  city_code text not null,
  postal_code text not null,
  name text not null
);
-- the streets of a commune, for an address that names one
create index street_of_city on street (city_code);

-- distributed by street_id
create table house_number (
  street_id bigint not null,
  number integer not null,
  -- bis, ter, a, …; empty for none
  suffix text not null,
  longitude integer not null,
  latitude integer not null,
  primary key (street_id, number, suffix)
);
-- What is near a point: bands 0.002 degrees high (222 m), each sorted from west to east, so that a search of 200 m reads three short
-- ranges.
create index house_number_near on house_number ((latitude / 2000), longitude);

-- distributed by certificate_id
create table certificate (
  -- the number of the registry
  certificate_id text primary key,
  -- the arrondissement in Paris, Lyon and Marseille; empty when not told
  city_code text not null,
  postal_code text not null,
  -- F flat, H house, B building
  kind "char" not null,
  -- A to G; N when the certificate is blank
  energy_rating "char" not null,
  ghg_rating "char" not null,
  energy_value smallint,
  ghg_value smallint,
  area real,
  established_on date,
  construction_year smallint,
  -- years the building dates from, where only a period is told: from and to
  built_after smallint,
  built_before smallint,
  floor smallint,
  longitude integer,
  latitude integer,
  -- how well the registry found the address, in hundredths
  address_score smallint,
  -- null where the registry knows the street only: a number is never made up
  street_number text,
  street_name text
);
-- A listing finds its certificate by place, letter and size; what else it may state stands in the key too, so that candidates are
-- thrown out without being read. (Columns that an index merely includes do not do that.)
create index certificate_of_home on certificate (city_code, energy_rating, area, energy_value, kind);
