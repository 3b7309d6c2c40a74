-- Documents are stored packed (docs/decisions/0071-packed-documents.md). Rows of older releases have JSON, which a job
-- of the workers packs; the index names those that are left.
alter table property add column packed bytea;
alter table property_change add column packed_after bytea;
create index property_unpacked on property (property_id) where document is not null;
