-- Destinations, signing keys and notifications. Everything here is distributed by account_id.

-- One for each account; it signs all its webhooks.
create table signing_key (
  account_id uuid primary key,
  -- the version of the master key (1 byte), nonce (12), ciphertext, tag (16); bound to the account
  sealed bytea not null,
  -- the first 8 hexadecimal characters of the SHA-256 of the key
  hint text not null,
  created_at timestamptz not null
);

create table event_destination (
  account_id uuid not null,
  event_destination_id uuid not null,
  destination_type text not null,
  url text,
  email text,
  is_default boolean not null default false,
  status text not null default 'ACTIVE',
  -- failed attempts in a row
  failures integer not null default 0,
  suspended_at timestamptz,
  -- failed probes since the suspension, and when the next one is due; never due where nothing can be probed
  probes integer not null default 0,
  next_probe_at timestamptz,
  probe_claim uuid,
  -- after a suspension: steps of the replay done so far, and when the next one is due
  replay_steps integer not null default 0,
  next_replay_at timestamptz,
  -- the last X-Webhook-Sequence given out
  sequence bigint not null default 0,
  -- EMAIL: when the address was confirmed by the mailed link; when its owner asked for no more
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, event_destination_id)
) with (fillfactor = 60);
create unique index event_destination_default on event_destination (account_id) where is_default;
create unique index event_destination_url on event_destination (account_id, url);
create unique index event_destination_email on event_destination (account_id, email);
create index event_destination_probe on event_destination (next_probe_at) where next_probe_at is not null;
create index event_destination_replay on event_destination (next_replay_at) where next_replay_at is not null;

-- The state of a notification is this row and nothing else. While PENDING it is due at due_at; whoever claims it moves due_at to the end
-- of the lease, so that a lease that lapses is due again by itself, and claim_id fences the late words of whoever lost it.
create table event_notification (
  account_id uuid not null,
  event_notification_id uuid not null,
  -- the idempotency key of the receiver
  alert_event_id uuid not null,
  -- EVENT; TEST: a sample that its owner asked for; CONFIRM: the mail that asks to confirm an address
  kind text not null default 'EVENT',
  event_type text not null,
  alert_id uuid not null,
  alert_name text not null,
  property_id uuid,
  listing_id uuid,
  -- what changed, for mails: {old, new, percent} of the price
  price json,
  channel text not null,
  event_destination_id uuid,
  destination_address text,
  status text not null,
  -- attempts begun, counted before anything is sent
  attempt_number integer not null default 0,
  -- attempts that failed by the receiver's doing, and those that were lost by ours
  failed_attempts integer not null default 0,
  own_faults integer not null default 0,
  -- 0: first tries; 1: retries and replays. Each has room of its own
  lane smallint not null default 0,
  -- asked for by hand: one attempt, and this is the state it returns to when that fails
  status_before text,
  -- set while an attempt is under way that shall be the last
  skip_reason text,
  due_at timestamptz,
  claim_id uuid,
  claimed_at timestamptz,
  sequence bigint,
  delivered_at timestamptz,
  last_error_message text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, event_notification_id),
  unique (account_id, alert_event_id)
) with (
  -- Every row is updated twice within seconds: the dead versions must go before they slow the claims down.
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
-- What the claims walk: the next destination with something pending is one probe away, however much each has.
create index event_notification_pending on event_notification (event_destination_id, lane, due_at) where status = 'PENDING';
-- What is under way and nothing else: claims whose answer was lost are found by it.
create index event_notification_claimed on event_notification (claim_id) where claim_id is not null;
-- What two workers died with already, seldom any: claimed one at a time.
create index event_notification_suspect on event_notification (event_destination_id, lane, due_at)
  where status = 'PENDING' and own_faults >= 2 and claim_id is not null;
create index event_notification_held on event_notification (event_destination_id, event_notification_id) where status = 'SUSPENDED';
-- for the retention, which walks from the oldest on
create index event_notification_created on event_notification using brin (created_at);

-- What was sent and what came back, as the console shows it.
create table delivery_attempt (
  account_id uuid not null,
  event_notification_id uuid not null,
  attempt_number integer not null,
  event_destination_id uuid,
  started_at timestamptz not null,
  took_ms integer,
  -- DELIVERED; FAILED by the receiver's doing; LOST by ours
  outcome text not null,
  probe boolean not null default false,
  request_headers json,
  -- zstd; as long as the notification is young
  request_body bytea,
  reply_status integer,
  reply_headers json,
  reply_body bytea,
  error text,
  primary key (account_id, event_notification_id, attempt_number)
);
-- compressed already
alter table delivery_attempt alter column request_body set storage external;
create index delivery_attempt_started on delivery_attempt using brin (started_at);

-- What a sender is told about a notification.
create function claimed_notification(n event_notification, probe boolean) returns json language sql stable as $$
  select json_build_object(
    'accountId', n.account_id, 'id', n.event_notification_id, 'eventId', n.alert_event_id, 'kind', n.kind, 'eventType', n.event_type,
    'alertId', n.alert_id, 'alertName', n.alert_name, 'propertyId', n.property_id, 'listingId', n.listing_id, 'price', n.price,
    'channel', n.channel, 'destinationId', n.event_destination_id, 'address', n.destination_address, 'claim', n.claim_id,
    'attempt', n.attempt_number, 'failedAttempts', n.failed_attempts, 'ownFaults', n.own_faults, 'lane', n.lane,
    'statusBefore', n.status_before, 'sequence', n.sequence, 'probe', probe)
$$;

-- Claims what is due, a few from each destination in turn. (at_destination, at_lane) is where the last walk ended; a walk goes once
-- round at most and looks at no more than `looks` places. `rooms` holds how many first tries, how many others, how many in all and how
-- many suspects may be begun. A suspect is what two workers died with: whoever dies next has one of them under way at most, so that the
-- one that kills is found without its neighbours paying for it.
-- `crowded` destinations have the allowance beside them, all others `allowance`, for each kind of try; accounts likewise.
-- `passed` lists, in order, places whose notifications due before `passed_until` were seen to be done, but for `late` ones: they are looked
-- at from there on. What was done stays in the index as long as any session of the server might still see it: with 50,000 of those to pass
-- a claim took five times as long. `looked` tells the same of this walk. Whoever asks names none of them now and then, so that nothing
-- that committed later than `late` is missed.
-- Counting the attempt here, before anything is sent, is what ends a notification that kills its worker again and again.
create function claim_notifications(
  claim uuid, at timestamptz, lease_until timestamptz,
  inout at_destination uuid, inout at_lane smallint,
  rooms integer[], allowance integer, crowded uuid[], allowances integer[],
  account_room integer, accounts uuid[], account_rooms integer[], looks integer,
  passed uuid[], passed_lanes smallint[], passed_until timestamptz[],
  out claimed json, out stuck uuid[], out looked json
) language plpgsql as $$
declare
  late constant interval := interval '3 seconds';
  next_passed integer := 1;
  last_due timestamptz;
  looked_rows json[] := '{}';
  place record;
  target event_destination;
  wanted integer;
  taken integer;
  account_at integer;
  ids uuid[];
  unnumbered_ids uuid[];
  lapsed_ids uuid[];
  suspects integer;
  start_destination uuid := at_destination;
  start_lane smallint := at_lane;
  wrapped boolean := false;
  found_rows json[] := '{}';
  batch json[];
begin
  stuck := '{}';
  while looks > 0 and rooms[3] > 0 and rooms[1] + rooms[2] > 0 loop
    looks := looks - 1;
    while (passed[next_passed], passed_lanes[next_passed]) <= (at_destination, at_lane) loop
      next_passed := next_passed + 1;
    end loop;
    if next_passed > cardinality(passed) then
      select n.event_destination_id, n.lane, n.account_id, n.due_at into place
        from event_notification n
        where n.status = 'PENDING' and (n.event_destination_id, n.lane) > (at_destination, at_lane)
        order by n.event_destination_id, n.lane, n.due_at limit 1;
      if not found then
        exit when wrapped;
        wrapped := true;
        at_destination := '00000000-0000-0000-0000-000000000000';
        at_lane := -1;
        next_passed := 1;
        continue;
      end if;
    else
      select n.event_destination_id, n.lane, n.account_id, n.due_at into place
        from event_notification n
        where n.status = 'PENDING' and (n.event_destination_id, n.lane) > (at_destination, at_lane)
          and (n.event_destination_id, n.lane) < (passed[next_passed], passed_lanes[next_passed])
        order by n.event_destination_id, n.lane, n.due_at limit 1;
      if not found then
        at_destination := passed[next_passed];
        at_lane := passed_lanes[next_passed];
        exit when wrapped and (at_destination, at_lane) > (start_destination, start_lane);
        select n.event_destination_id, n.lane, n.account_id, n.due_at into place
          from event_notification n
          where n.status = 'PENDING' and n.event_destination_id = at_destination and n.lane = at_lane
            and n.due_at between passed_until[next_passed] and at
          order by n.due_at limit 1;
        continue when not found;
      end if;
    end if;
    exit when wrapped and (place.event_destination_id, place.lane) > (start_destination, start_lane);
    at_destination := place.event_destination_id;
    at_lane := place.lane;
    continue when place.due_at > at;
    account_at := array_position(accounts, place.account_id);
    if account_at is null then
      accounts := accounts || place.account_id;
      account_rooms := account_rooms || account_room;
      account_at := cardinality(accounts);
    end if;
    wanted := least(rooms[place.lane + 1], rooms[3], account_rooms[account_at],
                    coalesce(allowances[array_position(crowded, place.event_destination_id)], allowance));
    continue when wanted <= 0;
    -- Skipped when another worker is just claiming from it.
    select * into target from event_destination d
      where d.account_id = place.account_id and d.event_destination_id = place.event_destination_id
      for update skip locked;
    continue when not found;
    if target.status <> 'ACTIVE' then stuck := stuck || place.event_destination_id; end if;
    -- Keys in arrays rather than joins: on a table that was never analysed a join was planned as a scan for each row.
    -- From the first due one on: what was done before it need not be passed a second time.
    select array_agg(id order by id), array_agg(id order by id) filter (where unnumbered), array_agg(id) filter (where lapsed),
           count(*) filter (where suspect), max(due_at) filter (where not suspect)
      into ids, unnumbered_ids, lapsed_ids, suspects, last_due
      from (
        select * from (
          select n.event_notification_id as id, n.sequence is null as unnumbered, n.claim_id is not null as lapsed, false as suspect, n.due_at
          from event_notification n
          where n.status = 'PENDING' and n.event_destination_id = place.event_destination_id and n.lane = place.lane
            and n.due_at between place.due_at and at
            and (target.status = 'ACTIVE' or n.kind <> 'EVENT') and n.skip_reason is null and (n.own_faults < 2 or n.claim_id is null)
          order by n.due_at limit wanted for update skip locked
        ) as usual
        union all
        select * from (
          select n.event_notification_id, n.sequence is null, true, true, n.due_at
          from event_notification n
          where n.status = 'PENDING' and n.event_destination_id = place.event_destination_id and n.lane = place.lane and n.due_at <= at
            and (target.status = 'ACTIVE' or n.kind <> 'EVENT') and n.skip_reason is null and n.own_faults >= 2 and n.claim_id is not null
          order by n.own_faults, n.due_at limit rooms[4] for update skip locked
        ) as suspects
      ) as due;
    continue when ids is null;
    if lapsed_ids is not null then
      insert into delivery_attempt (account_id, event_notification_id, attempt_number, event_destination_id, started_at, outcome, error)
      select n.account_id, n.event_notification_id, n.attempt_number, n.event_destination_id, n.claimed_at, 'LOST',
             'the service stopped during this attempt'
      from event_notification n where n.account_id = place.account_id and n.event_notification_id = any (lapsed_ids)
      on conflict do nothing;
    end if;
    with taking as (
      update event_notification n set
        claim_id = claim, claimed_at = at, due_at = lease_until, attempt_number = n.attempt_number + 1,
        own_faults = n.own_faults + (n.claim_id is not null)::int, updated_at = at,
        sequence = coalesce(n.sequence, target.sequence + array_position(unnumbered_ids, n.event_notification_id))
      where n.account_id = place.account_id and n.event_notification_id = any (ids)
      returning n as row_now
    )
    select array_agg(claimed_notification(row_now, false)) into batch from taking;
    taken := cardinality(ids);
    if unnumbered_ids is not null then
      update event_destination d set sequence = d.sequence + cardinality(unnumbered_ids)
        where d.account_id = place.account_id and d.event_destination_id = place.event_destination_id;
    end if;
    rooms[place.lane + 1] := rooms[place.lane + 1] - taken;
    rooms[3] := rooms[3] - taken;
    rooms[4] := rooms[4] - suspects;
    account_rooms[account_at] := account_rooms[account_at] - taken;
    found_rows := found_rows || batch;
    if target.status = 'ACTIVE' and suspects = 0 then
      looked_rows := looked_rows || json_build_object('destination', at_destination, 'lane', at_lane, 'until', last_due - late);
    end if;
  end loop;
  claimed := array_to_json(found_rows);
  looked := array_to_json(looked_rows);
end $$;
