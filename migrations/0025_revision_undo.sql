-- The documents of a revision are stored once. `undo` turns the document of a revision into the one before it; the
-- newest document is the one of the property. Older rows keep both documents in `before` and `after`.
alter table property add column revision_number integer not null default 0;
alter table property_change add column revision_number integer not null default 0;
alter table property_change add column undo bytea;
-- A worker of an older release writes no number: it fails instead of breaking the order of revisions.
alter table property_change alter column revision_number drop default;
