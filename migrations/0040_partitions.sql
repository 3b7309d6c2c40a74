-- Rows that are deleted by age lie in partitions of a period each, which are dropped as a whole: deleting them row by row
-- reads and writes every index page of the table (decision 72). Each key has the time already: a moment, or an id that
-- begins with one. The rows of before become the default partition as they are; a worker makes the others
-- (src/db/partitions.ts). A key of a distributed table cannot be renamed, so the new one has another name.
alter table usage_second rename to usage_second_rest;
create table usage_second (
  like usage_second_rest including defaults,
  constraint usage_second_key primary key (account_id, at, batch_id, api_key_id, route, channel)
) partition by range (at);
alter table usage_second attach partition usage_second_rest default;

alter table delivery_attempt rename to delivery_attempt_rest;
create table delivery_attempt (
  like delivery_attempt_rest including defaults including storage,
  constraint delivery_attempt_key primary key (account_id, event_notification_id, attempt_number)
) partition by range (event_notification_id);
alter table delivery_attempt attach partition delivery_attempt_rest default;
-- Bodies are emptied by the age of the attempt. The index of the rows of before becomes a part of this one.
create index delivery_attempt_age on delivery_attempt using brin (started_at);

-- The index by time of receipt stays with the rows of before: a process of the last release deletes by it.
alter table raw_block rename to raw_block_rest;
create table raw_block (
  like raw_block_rest including storage,
  constraint raw_block_key primary key (block_id)
) partition by range (block_id);
alter table raw_block attach partition raw_block_rest default;
