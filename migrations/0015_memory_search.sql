-- What memory-resident search reads: which transaction last wrote the searchable side of each property, or took it away. Whoever keeps
-- properties in memory asks for the transactions that were not over when it last looked, so that one that commits late is not missed.

create table property_search_log (
  property_id uuid primary key,
  changed_in xid8 not null
);
create index property_search_log_changed on property_search_log (changed_in);
