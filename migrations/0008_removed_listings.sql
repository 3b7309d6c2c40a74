-- When the last byte of a removed listing was erased from files and freed pages.
alter table removed_listing add column erased_at timestamptz;
create index removed_listing_unerased on removed_listing (removed_at) where erased_at is null;
