-- What memory-resident search reads: which transaction last wrote the searchable side of each property, or took it away. Whoever keeps
-- properties in memory asks for the transactions that were not over when it last looked, so that one that commits late is not missed.

create table property_search_log (
  property_id uuid primary key,
  changed_in xid8 not null
);
create index property_search_log_changed on property_search_log (changed_in);

-- Visits that changed nothing, as they were noted, some hundred a row: documents that are kept outside the database learn from here
-- when listings were last seen. Kept for a day. Distributed by batch_id.
create table listing_visit_log (
  batch_id uuid primary key,
  noted_in xid8 not null,
  noted_at timestamptz not null,
  property_ids uuid[] not null,
  listing_ids uuid[] not null,
  seen_at timestamptz[] not null
);
create index listing_visit_log_noted on listing_visit_log (noted_in);
