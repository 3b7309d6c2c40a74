-- What the first event of a revision says is not stored again (docs/decisions/0096-smaller-history.md). Of the catalog alone.
alter table property_change alter column kinds drop not null;
