-- Closed sales: one row a sale, whatever the number of rows its source spent on it. Positions are millionths of a degree. The id is
-- derived from date, price, place, parcels and lots: the same sale has the same id in every release and in every edition of its source.
-- That of the land registry begins with commune and day, so that a file's sales land together in the index of ids.

-- How the columns of a source's file were called. Small: a reference table on Citus.
create table sale_layout (
  -- the first 4 bytes of the SHA-1 of format, separator and columns
  layout_id integer primary key,
  format text not null,
  separator text not null,
  columns text[] not null
);

-- distributed by sale_id
create table sale (
  sale_id uuid primary key,
  date_mutation date not null,
  longitude integer,
  latitude integer,
  -- squares of 0.02 degrees (2.2 km by 1.5) for a city, and of 0.5 degrees for more; without a point a number below 0 that stands for the
  -- commune, and -1. The importer counts them (src/transactions/squares.ts)
  cell integer not null,
  wide_cell integer not null,
  price_cents bigint,
  living_area real,
  land_area integer,
  layout_id integer not null,
  -- the import that told it last when it replaced what was known; see gable import sales --replace
  release integer not null default 0,
  rooms smallint,
  -- D for DVF, N for NOTAIRES_FR
  source "char" not null,
  -- three-valued, from the sources that tell
  elevator boolean,
  balcony boolean,
  cellar boolean,
  nature text not null,
  property_type text not null,
  city_code text not null,
  -- of the land registry what stands behind the day, without the parcel where that is the one below
  external_ref text not null,
  street_number text,
  street_name text,
  -- the first parcel; the others are in the rows of the source
  parcel text,
  construction_era text,
  -- a letter for each thing sold, the principal ones first: H house, F flat, D outbuilding, C premises, L land
  lots text not null,
  -- the rows of the source as they came, a line each; behind the first only what differs from it (src/transactions/source-rows.ts)
  source_rows text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Newest first in a square: a page is read from each square's own end of the index. Each index takes PostgreSQL 1 s in 400,000 sales, one
-- in no order of the file 1.8 s: so there is none of communes, which are found by their squares, nor of days, since everywhere is all wide squares.
create index sale_in_cell on sale (cell, date_mutation);
create index sale_in_wide_cell on sale (wide_cell, date_mutation);
-- finds what the notaries tell of a sale; the registry's own sales, by far the most, are not in it
create index sale_told_by_notaries on sale (city_code, price_cents, date_mutation) where source = 'N';

-- The squares in which a commune has, or once had, sales: ten a commune. Small: a reference table on Citus.
create table sale_square (
  city_code text not null,
  cell integer not null,
  primary key (city_code, cell)
);
