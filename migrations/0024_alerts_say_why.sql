-- What an alert says about itself: why the service disabled it, and until when it still reports homes that were on the market already.
alter table alert add column disabled_reason text;
alter table alert add column first_days_until timestamptz;

-- Alerts of a deleted destination fall to the account's default; one left with none is disabled.
with dangling as (
  update alert set event_destination_id = null, version = version + 1
  where event_destination_id is not null and not exists (
    select 1 from event_destination d
    where d.account_id = alert.account_id and d.event_destination_id = alert.event_destination_id)
  returning alert_id, account_id
)
insert into alert_log (alert_id, account_id, changed_in)
select alert_id, account_id, pg_current_xact_id() from dangling
on conflict (alert_id) do update set changed_in = excluded.changed_in;

with unserved as (
  update alert set enabled = false, disabled_reason = 'NO_DESTINATION', version = version + 1
  where enabled and event_destination_id is null and not exists (
    select 1 from event_destination d where d.account_id = alert.account_id and d.is_default)
  returning alert_id, account_id
)
insert into alert_log (alert_id, account_id, changed_in)
select alert_id, account_id, pg_current_xact_id() from unserved
on conflict (alert_id) do update set changed_in = excluded.changed_in;

-- The delivery log filtered by property goes through the events, which are written once: an index on the notifications themselves
-- would be written three times for each of them.
create index alert_event_of_property on alert_event (account_id, property_id);
