-- Closed sales: one row a sale, whatever the number of rows its source spent on it. Positions are millionths of a degree. The id is
-- derived from date, price, place, parcels and lots: the same sale has the same id in every release and in every edition of its source.

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
  -- squares of 0.02 degrees (2.2 km by 1.5) for a city, and of 0.5 degrees for more
  cell integer generated always as (
    ((latitude + 90000000) / 20000) * 18000 + (longitude + 180000000) / 20000) stored,
  wide_cell integer generated always as (
    ((latitude + 90000000) / 500000) * 720 + (longitude + 180000000) / 500000) stored,
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
  external_ref text not null,
  street_number text,
  street_name text,
  -- the first parcel; the others are in the rows of the source
  parcel text,
  construction_era text,
  -- a letter for each thing sold, the principal ones first: H house, F flat, D outbuilding, C premises, L land
  lots text not null,
  -- the rows of the source as they came, a line each
  source_rows text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Newest first, everywhere, in a square and in a commune: a page is read from each square's own end of the index. Those of squares
-- hold the position too, so that what lies outside a drawn shape is never read.
create index sale_newest on sale (date_mutation desc, sale_id);
create index sale_in_cell on sale (cell, date_mutation desc, sale_id) include (longitude, latitude);
create index sale_in_wide_cell on sale (wide_cell, date_mutation desc, sale_id) include (longitude, latitude);
-- also finds the sale of the land registry that another source tells too: same commune, same price, days apart
create index sale_in_city on sale (city_code, date_mutation desc, sale_id) include (price_cents);
-- and the other way round; the registry's own sales, by far the most, are not in it
create index sale_told_by_notaries on sale (city_code, price_cents, date_mutation) where source = 'N';
