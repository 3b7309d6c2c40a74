-- One row a photo instead of four, and keys without a copy of their rows in the index. The four indexes are the bands
-- of `photoBands`: two photos that differ in few bits share one.
create table listing_photo (
  photo bigint not null,
  listing_id uuid not null
);
insert into listing_photo (photo, listing_id)
select distinct photo, listing_id from listing_key where key >= 4503599627370496 and key < 4503599627370496 + 1048576;
create index listing_photo_first on listing_photo (((photo >> 44) & 1048575));
create index listing_photo_second on listing_photo (((photo >> 29) & 1048575));
create index listing_photo_third on listing_photo (((photo >> 14) & 1048575));
create index listing_photo_fourth on listing_photo ((photo & 1048575));

delete from listing_key where key >= 4503599627370496;
alter table listing_key drop constraint listing_key_pkey;
alter table listing_key drop column photo;
create index listing_key_postings on listing_key (key);
analyze listing_photo;
