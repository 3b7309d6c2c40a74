-- A table without a primary key is replicated by whole rows: a region is then moved to another node while it is written,
-- and a delete is not refused where an operator publishes every table. It costs nothing unless wal_level is logical.
alter table listing_key replica identity full;
alter table listing_photo replica identity full;
