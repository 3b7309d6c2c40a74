-- The statement that records changes writes listing_event_due itself: Citus refuses a trigger with a transition table.
drop trigger note_listing_events on property_change;
drop function note_listing_events;

alter table event_notification rename column own_faults to internal_failures;

drop function claim_notifications;
drop function claimed_notification;

-- A notification as a sender receives it.
create function claimed_notification(n event_notification, probe boolean) returns json language sql stable as $$
  select json_build_object(
    'accountId', n.account_id, 'id', n.event_notification_id, 'eventId', n.alert_event_id, 'kind', n.kind, 'eventType', n.event_type,
    'alertId', n.alert_id, 'alertName', n.alert_name, 'propertyId', n.property_id, 'listingId', n.listing_id, 'price', n.price,
    'channel', n.channel, 'destinationId', n.event_destination_id, 'address', n.destination_address, 'claim', n.claim_id,
    'attempt', n.attempt_number, 'failedAttempts', n.failed_attempts, 'internalFailures', n.internal_failures, 'lane', n.lane,
    'statusBefore', n.status_before, 'sequence', n.sequence, 'probe', probe)
$$;

-- Positions (destination and lane) with something due, in index order from the cursor on, once round at most. It claims nothing.
-- It reads up to `max_positions` positions and ends when `max_rows` due rows are counted, at most `row_limit` or the limit beside the
-- destination for each. Destinations with the limit 0, `excluded_accounts` and lanes that are not open are passed over.
-- At other statuses than `event_statuses` only tests and confirmations count as due.
-- Bookmarks, in index order, say until when a position has only completed rows. Their index entries stay as long as any session might
-- still see them: with 50,000 of those a claim took five times as long.
-- A suspect is a notification that two workers died with: it is counted apart.
create function find_due_positions(
  at timestamptz, inout cursor_destination uuid, inout cursor_lane smallint,
  max_positions integer, max_rows integer, row_limit integer, limited_destinations uuid[], row_limits integer[],
  excluded_accounts uuid[], open_lanes smallint[], event_statuses text[],
  bookmarks uuid[], bookmark_lanes smallint[], bookmark_until timestamptz[],
  out positions json
) language plpgsql stable as $$
declare
  start_destination constant uuid := cursor_destination;
  start_lane constant smallint := cursor_lane;
  next_bookmark integer := 1;
  wrapped boolean := false;
  candidate record;
  destination_status text;
  destination_limit integer;
  due_rows integer;
  suspects integer;
  found_positions json[] := '{}';
begin
  while max_positions > 0 and max_rows > 0 loop
    max_positions := max_positions - 1;
    while (bookmarks[next_bookmark], bookmark_lanes[next_bookmark]) <= (cursor_destination, cursor_lane) loop
      next_bookmark := next_bookmark + 1;
    end loop;
    if next_bookmark > cardinality(bookmarks) then
      select n.event_destination_id, n.lane, n.account_id, n.due_at into candidate
        from event_notification n
        where n.status = 'PENDING' and (n.event_destination_id, n.lane) > (cursor_destination, cursor_lane)
        order by n.event_destination_id, n.lane, n.due_at limit 1;
      if not found then
        exit when wrapped;
        wrapped := true;
        cursor_destination := '00000000-0000-0000-0000-000000000000';
        cursor_lane := -1;
        next_bookmark := 1;
        continue;
      end if;
    else
      select n.event_destination_id, n.lane, n.account_id, n.due_at into candidate
        from event_notification n
        where n.status = 'PENDING' and (n.event_destination_id, n.lane) > (cursor_destination, cursor_lane)
          and (n.event_destination_id, n.lane) < (bookmarks[next_bookmark], bookmark_lanes[next_bookmark])
        order by n.event_destination_id, n.lane, n.due_at limit 1;
      if not found then
        cursor_destination := bookmarks[next_bookmark];
        cursor_lane := bookmark_lanes[next_bookmark];
        exit when wrapped and (cursor_destination, cursor_lane) > (start_destination, start_lane);
        select n.event_destination_id, n.lane, n.account_id, n.due_at into candidate
          from event_notification n
          where n.status = 'PENDING' and n.event_destination_id = cursor_destination and n.lane = cursor_lane
            and n.due_at between bookmark_until[next_bookmark] and at
          order by n.due_at limit 1;
        continue when not found;
      end if;
    end if;
    exit when wrapped and (candidate.event_destination_id, candidate.lane) > (start_destination, start_lane);
    cursor_destination := candidate.event_destination_id;
    cursor_lane := candidate.lane;
    continue when candidate.due_at > at or candidate.account_id = any (excluded_accounts) or candidate.lane <> all (open_lanes);
    destination_limit := coalesce(row_limits[array_position(limited_destinations, candidate.event_destination_id)], row_limit);
    continue when destination_limit <= 0;
    select d.status into destination_status from event_destination d
      where d.account_id = candidate.account_id and d.event_destination_id = candidate.event_destination_id;
    continue when not found;
    select count(*) into due_rows from (
      select from event_notification n
      where n.status = 'PENDING' and n.event_destination_id = candidate.event_destination_id and n.lane = candidate.lane
        and n.due_at between candidate.due_at and at
        and (n.kind <> 'EVENT' or destination_status = any (event_statuses)) and n.skip_reason is null
        and (n.internal_failures < 2 or n.claim_id is null)
      order by n.due_at limit least(destination_limit, max_rows)) as due;
    select count(*) into suspects from (
      select from event_notification n
      where n.status = 'PENDING' and n.event_destination_id = candidate.event_destination_id and n.lane = candidate.lane and n.due_at <= at
        and (n.kind <> 'EVENT' or destination_status = any (event_statuses)) and n.skip_reason is null
        and n.internal_failures >= 2 and n.claim_id is not null
      limit 1) as suspect;
    max_rows := max_rows - due_rows;
    found_positions := found_positions || json_build_object(
      'destination', cursor_destination, 'lane', cursor_lane, 'account', candidate.account_id, 'status', destination_status,
      'firstDue', candidate.due_at, 'dueRows', due_rows, 'suspects', suspects);
  end loop;
  positions := array_to_json(found_positions);
end $$;

-- Claims up to `row_limits` notifications and `suspect_limits` suspects of each position given. A destination that another worker has
-- locked, or whose status is not the one given, is passed over.
-- Counting the attempt before anything is sent ends a notification that kills its worker again and again.
create function claim_notifications(
  claim uuid, at timestamptz, lease_until timestamptz,
  accounts uuid[], destinations uuid[], lanes smallint[], statuses text[], takes_events boolean[], first_due timestamptz[],
  row_limits integer[], suspect_limits integer[],
  out claimed json, out claimed_positions json
) language plpgsql as $$
declare
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
    select d.sequence into destination_sequence from event_destination d
      where d.account_id = accounts[item] and d.event_destination_id = destinations[item] and d.status = statuses[item]
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
          where n.status = 'PENDING' and n.event_destination_id = destinations[item] and n.lane = lanes[item]
            and n.due_at between first_due[item] and at
            and (n.kind <> 'EVENT' or takes_events[item]) and n.skip_reason is null
            and (n.internal_failures < 2 or n.claim_id is null)
          order by n.due_at limit row_limits[item] for update skip locked
        ) as ordinary
        union all
        select * from (
          select n.event_notification_id, n.sequence is null, true, true, n.due_at
          from event_notification n
          where n.status = 'PENDING' and n.event_destination_id = destinations[item] and n.lane = lanes[item] and n.due_at <= at
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
      from event_notification n where n.account_id = accounts[item] and n.event_notification_id = any (lapsed_ids)
      on conflict do nothing;
    end if;
    with updated as (
      update event_notification n set
        claim_id = claim, claimed_at = at, due_at = lease_until, attempt_number = n.attempt_number + 1,
        internal_failures = n.internal_failures + (n.claim_id is not null)::int, updated_at = at,
        sequence = coalesce(n.sequence, destination_sequence + array_position(unnumbered_ids, n.event_notification_id))
      where n.account_id = accounts[item] and n.event_notification_id = any (ids)
      returning n as notification
    )
    select array_agg(claimed_notification(notification, false)) into batch from updated;
    if unnumbered_ids is not null then
      update event_destination d set sequence = d.sequence + cardinality(unnumbered_ids)
        where d.account_id = accounts[item] and d.event_destination_id = destinations[item];
    end if;
    claimed_rows := claimed_rows || batch;
    position_rows := position_rows || json_build_object('index', item - 1, 'suspects', suspects, 'lastDue', last_due);
  end loop;
  claimed := array_to_json(claimed_rows);
  claimed_positions := array_to_json(position_rows);
end $$;
