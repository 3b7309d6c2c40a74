-- How a foreign file of a feed is read: a mapping instead of a format of ours.
alter table feed add column mapping json;
alter table feed alter column format drop not null;
alter table feed add constraint feed_read_by check ((format is null) <> (mapping is null));
