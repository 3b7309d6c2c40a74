-- History lies in partitions of a period each, as the tables of migration 40 do (decisions 72 and 79). The keys that refuse
-- a row that comes twice have the time already: of the revision, or of the observation. The rows of before become the
-- default partition as they are; their indexes become parts of the new ones, which have other names, as those of a
-- distributed table cannot be renamed.
alter table property_change rename to property_change_rest;
create table property_change (
  like property_change_rest including defaults including storage,
  constraint property_change_key primary key (property_id, revision_id)
) partition by range (revision_id);
alter table property_change attach partition property_change_rest default;
create index property_change_time on property_change (recorded_at);
create index property_change_unmatched on property_change (match_due_at, recorded_at) where match_due_at is not null;

alter table raw_observation rename to raw_observation_rest;
create table raw_observation (
  like raw_observation_rest including defaults including storage,
  constraint raw_observation_key primary key (listing_id, observed_at)
) partition by range (observed_at);
alter table raw_observation attach partition raw_observation_rest default;
create index raw_observation_receipt on raw_observation (received_at);

-- A key of a partitioned table has the column that divides it, and that of an event was its id. Now it is what makes it
-- one event. The index of ids is built while no event is recorded.
alter table alert_event drop constraint alert_event_pkey;
alter table alert_event add constraint alert_event_rest_key primary key using index alert_event_once;
alter table alert_event rename to alert_event_rest;
create table alert_event (
  like alert_event_rest including defaults including storage,
  constraint alert_event_key primary key (account_id, alert_id, property_id, revision_id, event_type, subject_id)
) partition by range (revision_id);
-- A distributed table is a part of distributed tables alone (decision 73). A table of a region is distributed by its schema.
do $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    execute $citus$
      select create_distributed_table('alert_event', 'account_id', colocate_with => 'alert_event_rest')
      from pg_dist_partition where logicalrelid = 'alert_event_rest'::regclass and partmethod = 'h'$citus$;
  end if;
end $$;
alter table alert_event attach partition alert_event_rest default;
create index alert_event_ids on alert_event (account_id, alert_id, alert_event_id);
create index alert_event_time on alert_event using brin (created_at);
create index alert_event_property on alert_event (account_id, property_id);
