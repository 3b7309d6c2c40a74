-- Regions (docs/decisions/0060-regions.md). Without a row the service has one region, the schema public.
create table region (
  -- the schema of its tables
  name text primary key,
  -- ISO 3166-1; what lies in no division of any region goes by its country
  countries text[] not null default '{}',
  -- the narrowest division of an advert that a region names decides
  division_ids uuid[] not null default '{}',
  created_at timestamptz not null
);

-- The region of an advert, written before the advert. Without a row: public, where adverts from before regions are.
create table listing_region (
  listing_id uuid primary key,
  region text not null
);

-- The region of a property id. Without a row: public.
create table property_region (
  property_id uuid primary key,
  region text not null
);

-- Places outside of a region's own where it has adverts: an advert stays in its region when its place changes, and those
-- from before a region was added stay in public. A search of such a place asks this region too.
create table region_stray (
  region text not null,
  -- a division id, or a country code
  place text not null,
  -- when an advert was last recorded there: an entry is deleted some time after the last one is gone
  claimed_at timestamptz not null,
  primary key (region, place)
);
