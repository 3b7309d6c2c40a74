-- A feature is stored as bytes: its hashes as they are, the rest compressed (docs/decisions/0098-smaller-records.md). Rows of
-- older releases are read as they are, and get their bytes when their listing is next recorded.
alter table listing_feature add column packed bytea, alter column feature drop not null;
