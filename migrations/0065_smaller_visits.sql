-- A visit is read with its listing, which has its source and whether it is live: they took 24 bytes of 88. The rows of before
-- get smaller when they are next written.
alter table listing_visit drop column source_id, drop column live;
-- The document of another property that customers knew a home by, packed: its id and the document. `before` was JSON.
alter table property_change add column packed_before bytea;
