-- A claimed notification is built of columns: by way of the row type it took 171 µs of CPU each, as the row was made again for every
-- member, and 150 before; now 134. The members are those of claimed_notification, which probes use; a test compares both.
create or replace function claim_notifications(
  claim uuid, at timestamptz, lease_until timestamptz,
  accounts uuid[], destinations uuid[], lanes smallint[], statuses text[], takes_events boolean[], first_due timestamptz[],
  row_limits integer[], suspect_limits integer[],
  out claimed json, out claimed_positions json
) language plpgsql as $$
declare
  -- Variables rather than elements of arrays: a cluster finds the shard by them.
  account uuid;
  destination uuid;
  destination_sequence bigint;
  ids uuid[];
  unnumbered_ids uuid[];
  lapsed_ids uuid[];
  suspects integer;
  last_due timestamptz;
  batch json[];
  claimed_rows json[] := '{}';
  position_rows json[] := '{}';
begin
  for item in 1 .. cardinality(destinations) loop
    account := accounts[item];
    destination := destinations[item];
    select d.sequence into destination_sequence from event_destination d
      where d.account_id = account and d.event_destination_id = destination and d.status = statuses[item]
      for update skip locked;
    continue when not found;
    -- Keys in arrays rather than joins: on a table that was never analysed a join was planned as a scan for each row.
    select array_agg(id order by id), array_agg(id order by id) filter (where unnumbered), array_agg(id) filter (where lapsed),
           count(*) filter (where suspect), max(due_at) filter (where not suspect)
      into ids, unnumbered_ids, lapsed_ids, suspects, last_due
      from (
        select * from (
          select n.event_notification_id as id, n.sequence is null as unnumbered, n.claim_id is not null as lapsed, false as suspect, n.due_at
          from event_notification n
          where n.account_id = account and n.status = 'PENDING' and n.event_destination_id = destination
            and n.lane = lanes[item] and n.due_at between first_due[item] and at
            and (n.kind <> 'EVENT' or takes_events[item]) and n.skip_reason is null
            and (n.internal_failures < 2 or n.claim_id is null)
          order by n.due_at limit row_limits[item] for update skip locked
        ) as ordinary
        union all
        select * from (
          select n.event_notification_id, n.sequence is null, true, true, n.due_at
          from event_notification n
          where n.account_id = account and n.status = 'PENDING' and n.event_destination_id = destination
            and n.lane = lanes[item] and n.due_at <= at
            and (n.kind <> 'EVENT' or takes_events[item]) and n.skip_reason is null
            and n.internal_failures >= 2 and n.claim_id is not null
          order by n.internal_failures, n.due_at limit suspect_limits[item] for update skip locked
        ) as suspects
      ) as due;
    continue when ids is null;
    if lapsed_ids is not null then
      insert into delivery_attempt (account_id, event_notification_id, attempt_number, event_destination_id, started_at, outcome, error)
      select n.account_id, n.event_notification_id, n.attempt_number, n.event_destination_id, n.claimed_at, 'LOST',
             'the service stopped during this attempt'
      from event_notification n where n.account_id = account and n.event_notification_id = any (lapsed_ids)
      on conflict do nothing;
    end if;
    with updated as (
      update event_notification n set
        claim_id = claim, claimed_at = at, due_at = lease_until, attempt_number = n.attempt_number + 1,
        internal_failures = n.internal_failures + (n.claim_id is not null)::int, updated_at = at,
        sequence = coalesce(n.sequence, destination_sequence + array_position(unnumbered_ids, n.event_notification_id))
      where n.account_id = account and n.event_notification_id = any (ids)
      returning n.*
    )
    select array_agg(json_build_object(
        'accountId', n.account_id, 'id', n.event_notification_id, 'eventId', n.alert_event_id, 'kind', n.kind, 'eventType', n.event_type,
        'alertId', n.alert_id, 'alertName', n.alert_name, 'propertyId', n.property_id, 'listingId', n.listing_id, 'price', n.price,
        'channel', n.channel, 'destinationId', n.event_destination_id, 'address', n.destination_address, 'claim', n.claim_id,
        'attempt', n.attempt_number, 'failedAttempts', n.failed_attempts, 'internalFailures', n.internal_failures, 'lane', n.lane,
        'statusBefore', n.status_before, 'sequence', n.sequence, 'probe', false, 'traceparent', n.traceparent)) into batch from updated n;
    if unnumbered_ids is not null then
      update event_destination d set sequence = d.sequence + cardinality(unnumbered_ids)
        where d.account_id = account and d.event_destination_id = destination;
    end if;
    claimed_rows := claimed_rows || batch;
    position_rows := position_rows || json_build_object('index', item - 1, 'suspects', suspects, 'lastDue', last_due);
  end loop;
  claimed := array_to_json(claimed_rows);
  claimed_positions := array_to_json(position_rows);
end $$;
