CREATE OR REPLACE FUNCTION public.claim_notifications(claim uuid, at timestamp with time zone, lease_until timestamp with time zone, accounts uuid[], destinations uuid[], lanes smallint[], statuses text[], takes_events boolean[], first_due timestamp with time zone[], row_limits integer[], suspect_limits integer[], OUT claimed json, OUT claimed_positions json)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.claimed_notification(n event_notification, probe boolean)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_build_object(
    'accountId', n.account_id, 'id', n.event_notification_id, 'eventId', n.alert_event_id, 'kind', n.kind, 'eventType', n.event_type,
    'alertId', n.alert_id, 'alertName', n.alert_name, 'propertyId', n.property_id, 'listingId', n.listing_id, 'price', n.price,
    'channel', n.channel, 'destinationId', n.event_destination_id, 'address', n.destination_address, 'claim', n.claim_id,
    'attempt', n.attempt_number, 'failedAttempts', n.failed_attempts, 'internalFailures', n.internal_failures, 'lane', n.lane,
    'statusBefore', n.status_before, 'sequence', n.sequence, 'probe', probe, 'traceparent', n.traceparent)
$function$;

CREATE OR REPLACE FUNCTION public.digest_values(text[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select array_agg(('x' || left(md5(value), 8))::bit(32)::integer) from unnest($1) as value $function$;

CREATE OR REPLACE FUNCTION public.find_due_positions(at timestamp with time zone, INOUT cursor_destination uuid, INOUT cursor_lane smallint, max_positions integer, max_rows integer, row_limit integer, limited_destinations uuid[], row_limits integer[], excluded_accounts uuid[], lane_limits integer[], event_statuses text[], bookmarks uuid[], bookmark_lanes smallint[], bookmark_until timestamp with time zone[], OUT positions json)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
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
  while max_positions > 0 and max_rows > 0 and lane_limits[1] + lane_limits[2] > 0 loop
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
    continue when candidate.due_at > at or candidate.account_id = any (excluded_accounts) or lane_limits[candidate.lane + 1] <= 0;
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
      order by n.due_at limit least(destination_limit, lane_limits[candidate.lane + 1], max_rows)) as due;
    select count(*) into suspects from (
      select from event_notification n
      where n.status = 'PENDING' and n.event_destination_id = candidate.event_destination_id and n.lane = candidate.lane and n.due_at <= at
        and (n.kind <> 'EVENT' or destination_status = any (event_statuses)) and n.skip_reason is null
        and n.internal_failures >= 2 and n.claim_id is not null
      limit 1) as suspect;
    max_rows := max_rows - due_rows;
    lane_limits[candidate.lane + 1] := lane_limits[candidate.lane + 1] - due_rows;
    found_positions := found_positions || json_build_object(
      'destination', cursor_destination, 'lane', cursor_lane, 'account', candidate.account_id, 'status', destination_status,
      'firstDue', candidate.due_at, 'dueRows', due_rows, 'suspects', suspects);
  end loop;
  positions := array_to_json(found_positions);
end $function$;

CREATE OR REPLACE FUNCTION public.grant_requests(account uuid, wanted integer, permitted integer, window_slots integer, unused_slot bigint, unused integer, OUT granted integer, OUT free integer, OUT slot bigint, OUT slot_ends_in_ms double precision, OUT retry_slot bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  rate request_rate;
  now_epoch double precision;
  live_slots bigint[];
  live_counts integer[];
  used integer;
begin
  loop
    select * into rate from request_rate where account_id = account for update;
    exit when found;
    insert into request_rate (account_id) values (account) on conflict do nothing;
  end loop;
  now_epoch := extract(epoch from clock_timestamp());
  slot := floor(now_epoch);
  slot_ends_in_ms := (slot + 1 - now_epoch) * 1000;

  select coalesce(array_agg(s order by s), '{}'), coalesce(array_agg(c order by s), '{}'), coalesce(sum(c), 0)
    into live_slots, live_counts, used
    from (
      select s, case when s = unused_slot then c - unused else c end as c
      from unnest(rate.slots, rate.counts) as counted (s, c)
      where s between slot - window_slots and slot + window_slots
    ) as live
    where c > 0;

  granted := greatest(0, least(wanted, greatest(1, (permitted - used) / 8), permitted - used));
  free := permitted - used - granted;
  if granted > 0 then
    if live_slots[cardinality(live_slots)] = slot then
      live_counts[cardinality(live_counts)] := live_counts[cardinality(live_counts)] + granted;
    else
      live_slots := live_slots || slot;
      live_counts := live_counts || granted;
    end if;
  end if;
  retry_slot := case when cardinality(live_slots) > 0 then live_slots[1] + window_slots + 1 else slot end;

  update request_rate set slots = live_slots, counts = live_counts where account_id = account;
end $function$;

CREATE OR REPLACE FUNCTION public.lowest_value(double precision[])
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select min(value) from unnest($1) as value $function$;

CREATE OR REPLACE FUNCTION public.split_values(text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select string_to_array(translate($1, e'\x1e', e'\x1f'), e'\x1f') $function$;

CREATE OR REPLACE FUNCTION public.split_values(text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select string_to_array(array_to_string($1, e'\x1f'), e'\x1f') $function$;

CREATE TABLE account (
  account_id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT account_pkey PRIMARY KEY (account_id),
  CONSTRAINT account_name_key UNIQUE (name)
);

CREATE TABLE account_credit (
  account_id uuid NOT NULL,
  credits bigint NOT NULL,
  CONSTRAINT account_credit_pkey PRIMARY KEY (account_id),
  CONSTRAINT account_credit_credits_check CHECK (credits >= 0)
) WITH (fillfactor=50);

CREATE TABLE account_invitation (
  account_id uuid NOT NULL,
  invitation_id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  language text NOT NULL,
  invited_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  mail_due_at timestamp with time zone,
  mail_error text,
  accepted_at timestamp with time zone,
  accepted_by uuid,
  revoked_at timestamp with time zone,
  CONSTRAINT account_invitation_pkey PRIMARY KEY (account_id, invitation_id),
  CONSTRAINT account_invitation_role_check CHECK (role = ANY (ARRAY['OWNER'::text, 'MEMBER'::text, 'READ_ONLY'::text])),
  CONSTRAINT account_invitation_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES person(person_id),
  CONSTRAINT account_invitation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  CONSTRAINT account_invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES person(person_id)
);
CREATE INDEX account_invitation_age ON public.account_invitation USING btree (expires_at);
CREATE INDEX account_invitation_mail_due ON public.account_invitation USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

CREATE TABLE account_member (
  account_id uuid NOT NULL,
  person_id uuid NOT NULL,
  role text NOT NULL,
  api_key_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT account_member_pkey PRIMARY KEY (account_id, person_id),
  CONSTRAINT account_member_role_check CHECK (role = ANY (ARRAY['OWNER'::text, 'MEMBER'::text, 'READ_ONLY'::text])),
  CONSTRAINT account_member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  CONSTRAINT account_member_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(api_key_id),
  CONSTRAINT account_member_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);
CREATE INDEX account_member_of_person ON public.account_member USING btree (person_id, created_at);

CREATE TABLE alert (
  account_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  name text NOT NULL,
  enabled boolean NOT NULL,
  criteria json,
  rules json NOT NULL,
  event_destination_id uuid,
  version integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  first_days_from timestamp with time zone,
  criteria_bytes integer GENERATED ALWAYS AS (COALESCE(octet_length((criteria)::text), 0)) STORED NOT NULL,
  unreadable_since timestamp with time zone,
  first_days_retry_at timestamp with time zone,
  disabled_reason text,
  first_days_until timestamp with time zone,
  delivery json,
  CONSTRAINT alert_pkey PRIMARY KEY (account_id, alert_id)
);
CREATE INDEX alert_first_days_by_account ON public.alert USING btree (account_id, first_days_from) WHERE (first_days_from IS NOT NULL);
CREATE INDEX alert_of_account ON public.alert USING btree (account_id, created_at DESC, alert_id);
CREATE INDEX alert_unreadable ON public.alert USING btree (unreadable_since) WHERE (unreadable_since IS NOT NULL);

CREATE TABLE alert_digest_entry (
  account_id uuid NOT NULL,
  alert_event_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  event_type text NOT NULL,
  property_id uuid NOT NULL,
  listing_id uuid,
  price json,
  due_at timestamp with time zone NOT NULL,
  event_notification_id uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT alert_digest_entry_pkey PRIMARY KEY (account_id, alert_event_id)
);
CREATE INDEX alert_digest_entry_due ON public.alert_digest_entry USING btree (due_at) WHERE (event_notification_id IS NULL);

CREATE TABLE alert_event (
  account_id uuid NOT NULL,
  alert_event_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  property_id uuid NOT NULL,
  revision_id uuid NOT NULL,
  event_type text NOT NULL,
  scope text NOT NULL,
  subject_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT alert_event_key PRIMARY KEY (account_id, alert_id, property_id, revision_id, event_type, subject_id)
) PARTITION BY RANGE (revision_id);
CREATE INDEX alert_event_ids ON ONLY public.alert_event USING btree (account_id, alert_id, alert_event_id);
CREATE INDEX alert_event_property ON ONLY public.alert_event USING btree (account_id, property_id);
CREATE INDEX alert_event_time ON ONLY public.alert_event USING brin (created_at);

CREATE TABLE alert_event_rest PARTITION OF alert_event DEFAULT;

CREATE TABLE alert_log (
  alert_id uuid NOT NULL,
  account_id uuid NOT NULL,
  changed_in xid8 NOT NULL,
  CONSTRAINT alert_log_pkey PRIMARY KEY (alert_id)
);
CREATE INDEX alert_log_changed ON public.alert_log USING btree (changed_in);

CREATE TABLE api_key (
  api_key_id uuid NOT NULL,
  account_id uuid NOT NULL,
  name text NOT NULL,
  digest bytea NOT NULL,
  hint text NOT NULL,
  operator boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  read_only boolean DEFAULT false NOT NULL,
  expires_at timestamp with time zone,
  person_id uuid,
  of_console boolean DEFAULT false NOT NULL,
  writes_alerts boolean DEFAULT false NOT NULL,
  CONSTRAINT api_key_pkey PRIMARY KEY (api_key_id),
  CONSTRAINT api_key_digest_key UNIQUE (digest),
  CONSTRAINT api_key_alerts CHECK (NOT writes_alerts OR read_only AND NOT operator),
  CONSTRAINT api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  CONSTRAINT api_key_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);
CREATE INDEX api_key_of_account ON public.api_key USING btree (account_id, created_at);
CREATE INDEX api_key_revoked ON public.api_key USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

CREATE TABLE audit_entry (
  account_id uuid NOT NULL,
  audit_entry_id uuid NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  api_key_id uuid,
  person_id uuid,
  action text NOT NULL,
  target text NOT NULL,
  request_id text,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (account_id, audit_entry_id)
);
CREATE INDEX audit_entry_age ON public.audit_entry USING brin (occurred_at);
CREATE INDEX audit_entry_newest ON public.audit_entry USING btree (account_id, occurred_at DESC, audit_entry_id);

CREATE TABLE bulk_import (
  kind text NOT NULL,
  digest bytea NOT NULL,
  "position" bigint NOT NULL,
  line bigint NOT NULL,
  counts jsonb NOT NULL,
  started_at timestamp with time zone NOT NULL,
  CONSTRAINT bulk_import_pkey PRIMARY KEY (kind, digest)
);

CREATE TABLE certificate (
  certificate_id text NOT NULL,
  city_code text NOT NULL,
  postal_code text NOT NULL,
  kind "char" NOT NULL,
  energy_rating "char" NOT NULL,
  ghg_rating "char" NOT NULL,
  energy_value smallint,
  ghg_value smallint,
  area real,
  established_on date,
  construction_year smallint,
  built_after smallint,
  built_before smallint,
  floor smallint,
  longitude integer,
  latitude integer,
  address_score smallint,
  street_number text,
  street_name text,
  CONSTRAINT certificate_pkey PRIMARY KEY (certificate_id)
);
CREATE INDEX certificate_of_home ON public.certificate USING btree (city_code, energy_rating, area, energy_value, kind);

CREATE TABLE confirmation_mail (
  confirmation_mail_id uuid NOT NULL,
  account_id uuid NOT NULL,
  recipient text NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT confirmation_mail_pkey PRIMARY KEY (confirmation_mail_id)
);
CREATE INDEX confirmation_mail_account ON public.confirmation_mail USING btree (account_id, sent_at);
CREATE INDEX confirmation_mail_recipient ON public.confirmation_mail USING btree (recipient, sent_at);
CREATE INDEX confirmation_mail_sent ON public.confirmation_mail USING btree (sent_at);

CREATE TABLE console_session (
  console_session_id uuid NOT NULL,
  digest bytea NOT NULL,
  person_id uuid NOT NULL,
  provider text NOT NULL,
  user_agent text,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  account_id uuid NOT NULL,
  CONSTRAINT console_session_pkey PRIMARY KEY (console_session_id),
  CONSTRAINT console_session_digest_key UNIQUE (digest),
  CONSTRAINT console_session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  CONSTRAINT console_session_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);
CREATE INDEX console_session_expires ON public.console_session USING btree (expires_at);
CREATE INDEX console_session_of_person ON public.console_session USING btree (person_id, created_at);

CREATE TABLE delivery_attempt (
  account_id uuid NOT NULL,
  event_notification_id uuid NOT NULL,
  attempt_number integer NOT NULL,
  event_destination_id uuid,
  started_at timestamp with time zone NOT NULL,
  took_ms integer,
  outcome text NOT NULL,
  probe boolean DEFAULT false NOT NULL,
  request_headers json,
  request_body bytea,
  reply_status integer,
  reply_headers json,
  reply_body bytea,
  error text,
  CONSTRAINT delivery_attempt_key PRIMARY KEY (account_id, event_notification_id, attempt_number)
) PARTITION BY RANGE (event_notification_id);
CREATE INDEX delivery_attempt_age ON ONLY public.delivery_attempt USING brin (started_at);

CREATE TABLE delivery_attempt_rest PARTITION OF delivery_attempt DEFAULT;

CREATE TABLE device_grant (
  device_grant_id uuid NOT NULL,
  digest bytea NOT NULL,
  user_code text NOT NULL,
  program text NOT NULL,
  ip_address text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  person_id uuid,
  approved boolean,
  key_issued_at timestamp with time zone,
  account_id uuid,
  CONSTRAINT device_grant_pkey PRIMARY KEY (device_grant_id),
  CONSTRAINT device_grant_digest_key UNIQUE (digest),
  CONSTRAINT device_grant_user_code_key UNIQUE (user_code),
  CONSTRAINT device_grant_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  CONSTRAINT device_grant_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);
CREATE INDEX device_grant_expires ON public.device_grant USING btree (expires_at);

CREATE TABLE division (
  division_id uuid NOT NULL,
  country_code text NOT NULL,
  type text NOT NULL,
  unique_code text NOT NULL,
  name text NOT NULL,
  parent_id uuid,
  group_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  postal_codes text[] DEFAULT '{}'::text[] NOT NULL,
  imported_postal_codes text[] DEFAULT '{}'::text[] NOT NULL,
  population integer,
  longitude double precision,
  latitude double precision,
  centroid_origin text,
  former_names text[] DEFAULT '{}'::text[] NOT NULL,
  former_codes text[] DEFAULT '{}'::text[] NOT NULL,
  other_names text[] DEFAULT '{}'::text[] NOT NULL,
  from_package boolean NOT NULL,
  retired boolean DEFAULT false NOT NULL,
  CONSTRAINT division_pkey PRIMARY KEY (division_id),
  CONSTRAINT division_country_code_unique_code_key UNIQUE (country_code, unique_code),
  CONSTRAINT division_check CHECK ((longitude IS NULL) = (latitude IS NULL) AND (longitude IS NULL) = (centroid_origin IS NULL)),
  CONSTRAINT division_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES division(division_id)
);
CREATE INDEX division_former_codes ON public.division USING gin (former_codes);
CREATE INDEX division_of_group ON public.division USING gin (group_ids);
CREATE INDEX division_of_parent ON public.division USING btree (parent_id);

CREATE TABLE division_contour (
  division_id uuid NOT NULL,
  west double precision NOT NULL,
  south double precision NOT NULL,
  east double precision NOT NULL,
  north double precision NOT NULL,
  geometry json NOT NULL,
  from_package boolean NOT NULL,
  CONSTRAINT division_contour_pkey PRIMARY KEY (division_id)
);
CREATE INDEX division_contour_box ON public.division_contour USING gist (box(point(west, south), point(east, north)));

CREATE TABLE email_refusal (
  account_id uuid NOT NULL,
  recipient text NOT NULL,
  refused_at timestamp with time zone NOT NULL,
  CONSTRAINT email_refusal_pkey PRIMARY KEY (account_id, recipient)
);

CREATE TABLE event_destination (
  account_id uuid NOT NULL,
  event_destination_id uuid NOT NULL,
  destination_type text NOT NULL,
  url text,
  email text,
  is_default boolean DEFAULT false NOT NULL,
  status text DEFAULT 'ACTIVE'::text NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  suspended_at timestamp with time zone,
  probes integer DEFAULT 0 NOT NULL,
  next_probe_at timestamp with time zone,
  probe_claim uuid,
  replay_steps integer DEFAULT 0 NOT NULL,
  next_replay_at timestamp with time zone,
  sequence bigint DEFAULT 0 NOT NULL,
  confirmed_at timestamp with time zone,
  unsubscribed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT event_destination_pkey PRIMARY KEY (account_id, event_destination_id)
) WITH (fillfactor=60);
CREATE UNIQUE INDEX event_destination_default ON public.event_destination USING btree (account_id) WHERE is_default;
CREATE UNIQUE INDEX event_destination_email ON public.event_destination USING btree (account_id, email);
CREATE INDEX event_destination_probe ON public.event_destination USING btree (next_probe_at) WHERE (next_probe_at IS NOT NULL);
CREATE INDEX event_destination_replay ON public.event_destination USING btree (next_replay_at) WHERE (next_replay_at IS NOT NULL);
CREATE UNIQUE INDEX event_destination_url ON public.event_destination USING btree (account_id, url);

CREATE TABLE event_notification (
  account_id uuid NOT NULL,
  event_notification_id uuid NOT NULL,
  alert_event_id uuid NOT NULL,
  kind text DEFAULT 'EVENT'::text NOT NULL,
  event_type text NOT NULL,
  alert_id uuid NOT NULL,
  alert_name text NOT NULL,
  property_id uuid,
  listing_id uuid,
  price json,
  channel text NOT NULL,
  event_destination_id uuid,
  destination_address text,
  status text NOT NULL,
  attempt_number integer DEFAULT 0 NOT NULL,
  failed_attempts integer DEFAULT 0 NOT NULL,
  internal_failures integer DEFAULT 0 NOT NULL,
  lane smallint DEFAULT 0 NOT NULL,
  status_before text,
  skip_reason text,
  due_at timestamp with time zone,
  claim_id uuid,
  claimed_at timestamp with time zone,
  sequence bigint,
  delivered_at timestamp with time zone,
  last_error_message text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  traceparent text,
  CONSTRAINT event_notification_pkey PRIMARY KEY (account_id, event_notification_id),
  CONSTRAINT event_notification_account_id_alert_event_id_key UNIQUE (account_id, alert_event_id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);
CREATE INDEX event_notification_claimed ON public.event_notification USING btree (claim_id) WHERE (claim_id IS NOT NULL);
CREATE INDEX event_notification_created ON public.event_notification USING brin (created_at);
CREATE INDEX event_notification_pending ON public.event_notification USING btree (event_destination_id, lane, due_at) WHERE (status = 'PENDING'::text);
CREATE INDEX event_notification_suspect ON public.event_notification USING btree (event_destination_id, lane, due_at) WHERE ((status = 'PENDING'::text) AND (internal_failures >= 2) AND (claim_id IS NOT NULL));
CREATE INDEX event_notification_suspended ON public.event_notification USING btree (event_destination_id, event_notification_id) WHERE (status = 'SUSPENDED'::text);

CREATE TABLE favorite_property (
  account_id uuid NOT NULL,
  favorite_property_id uuid NOT NULL,
  property_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT favorite_property_pkey PRIMARY KEY (account_id, favorite_property_id),
  CONSTRAINT favorite_property_account_id_property_id_key UNIQUE (account_id, property_id)
);
CREATE INDEX favorite_of_property ON public.favorite_property USING btree (property_id);

CREATE TABLE feed (
  feed_id uuid NOT NULL,
  source_id uuid NOT NULL,
  url text NOT NULL,
  format text,
  interval_seconds integer NOT NULL,
  is_full boolean NOT NULL,
  max_bytes bigint NOT NULL,
  enabled boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  claim_id uuid,
  claimed_until timestamp with time zone,
  etag text,
  last_modified text,
  sha256 bytea,
  fetched_at timestamp with time zone,
  last_status text,
  last_finished_at timestamp with time zone,
  pull_requested_at timestamp with time zone,
  mapping json,
  CONSTRAINT feed_pkey PRIMARY KEY (feed_id),
  CONSTRAINT feed_source_id_key UNIQUE (source_id),
  CONSTRAINT feed_interval_seconds_check CHECK (interval_seconds > 0),
  CONSTRAINT feed_max_bytes_check CHECK (max_bytes > 0),
  CONSTRAINT feed_read_by CHECK ((format IS NULL) <> (mapping IS NULL)),
  CONSTRAINT feed_source_id_fkey FOREIGN KEY (source_id) REFERENCES source(source_id)
);
CREATE INDEX feed_due ON public.feed USING btree (due_at) WHERE enabled;

CREATE TABLE feed_run (
  feed_id uuid NOT NULL,
  feed_run_id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  status text NOT NULL,
  bytes bigint,
  sha256 bytea,
  accepted integer DEFAULT 0 NOT NULL,
  unchanged integer DEFAULT 0 NOT NULL,
  expired integer DEFAULT 0 NOT NULL,
  rejected integer DEFAULT 0 NOT NULL,
  rejections json DEFAULT '[]'::json NOT NULL,
  error text,
  rejection_reasons jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT feed_run_pkey PRIMARY KEY (feed_id, feed_run_id),
  CONSTRAINT feed_run_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feed(feed_id) ON DELETE CASCADE
);

CREATE TABLE first_match (
  account_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  property_id uuid NOT NULL,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT first_match_pkey PRIMARY KEY (account_id, alert_id, property_id)
);
CREATE INDEX first_match_by_account ON public.first_match USING btree (account_id, due_at);

CREATE TABLE geography (
  country_code text NOT NULL,
  package_version text NOT NULL,
  revision bigint NOT NULL,
  loaded_at timestamp with time zone NOT NULL,
  CONSTRAINT geography_pkey PRIMARY KEY (country_code)
);

CREATE TABLE geography_import (
  country_code text NOT NULL,
  digest bytea NOT NULL,
  "position" bigint NOT NULL,
  counts jsonb NOT NULL,
  started_at timestamp with time zone NOT NULL,
  CONSTRAINT geography_import_pkey PRIMARY KEY (country_code, digest)
);

CREATE TABLE grouping_decision (
  decision_id uuid NOT NULL,
  action text NOT NULL,
  listing_ids uuid[] NOT NULL,
  other_ids uuid[] NOT NULL,
  undone_id uuid,
  former_overrides json NOT NULL,
  moves json NOT NULL,
  person_id uuid,
  decided_at timestamp with time zone NOT NULL,
  CONSTRAINT grouping_decision_pkey PRIMARY KEY (decision_id),
  CONSTRAINT grouping_decision_action_check CHECK (action = ANY (ARRAY['merge'::text, 'split'::text, 'undo'::text]))
);
CREATE INDEX grouping_decision_latest ON public.grouping_decision USING btree (decided_at DESC, decision_id);
CREATE INDEX grouping_decision_of_listing ON public.grouping_decision USING gin (((listing_ids || other_ids)));

CREATE TABLE held_price (
  listing_id uuid NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT held_price_pkey PRIMARY KEY (listing_id)
);
CREATE INDEX held_price_due ON public.held_price USING btree (due_at);

CREATE TABLE house_number (
  street_id bigint NOT NULL,
  number integer NOT NULL,
  suffix text NOT NULL,
  longitude integer NOT NULL,
  latitude integer NOT NULL,
  CONSTRAINT house_number_pkey PRIMARY KEY (street_id, number, suffix)
);
CREATE INDEX house_number_near ON public.house_number USING btree (((latitude / 2000)), longitude);

CREATE TABLE idempotent_answer (
  account_id uuid NOT NULL,
  key text NOT NULL,
  request_digest bytea NOT NULL,
  answer bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotent_answer_pkey PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotent_answer_created_at ON public.idempotent_answer USING btree (created_at);

CREATE TABLE ignored_field (
  source_id uuid NOT NULL,
  day date NOT NULL,
  field text NOT NULL,
  reason text NOT NULL,
  count bigint NOT NULL,
  example text NOT NULL,
  CONSTRAINT ignored_field_pkey PRIMARY KEY (source_id, day, field, reason)
);
CREATE INDEX ignored_field_by_day ON public.ignored_field USING btree (day);

CREATE TABLE listing (
  listing_id uuid NOT NULL,
  property_id uuid NOT NULL,
  source_id uuid NOT NULL,
  url text NOT NULL,
  state json,
  payload_hash bytea,
  expired_at timestamp with time zone,
  price_coherent boolean,
  packed bytea,
  created_at timestamp with time zone,
  updated_at timestamp with time zone,
  publisher_id uuid,
  CONSTRAINT listing_pkey PRIMARY KEY (listing_id)
);
CREATE INDEX listing_live_at_source ON public.listing USING btree (source_id) WHERE (expired_at IS NULL);

CREATE TABLE listing_edge (
  listing_id uuid NOT NULL,
  other_id uuid NOT NULL,
  score real NOT NULL,
  levels json,
  model text,
  CONSTRAINT listing_edge_pkey PRIMARY KEY (listing_id, other_id)
);

CREATE TABLE listing_event (
  listing_id uuid NOT NULL,
  revision_id uuid NOT NULL,
  month date NOT NULL,
  collected_at timestamp with time zone NOT NULL,
  event json NOT NULL,
  CONSTRAINT listing_event_pkey PRIMARY KEY (listing_id, revision_id)
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=10000);
CREATE INDEX listing_event_of_month ON public.listing_event USING btree (month, collected_at);

CREATE TABLE listing_event_due (
  property_id uuid NOT NULL,
  revision_id uuid NOT NULL,
  "position" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  CONSTRAINT listing_event_due_pkey PRIMARY KEY (property_id, revision_id)
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=10000);
CREATE INDEX listing_event_due_position ON public.listing_event_due USING btree ("position");

CREATE TABLE listing_feature (
  listing_id uuid NOT NULL,
  property_id uuid NOT NULL,
  property_created_at timestamp with time zone NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  feature json,
  feature_version smallint NOT NULL,
  transaction_type text,
  zone text,
  expired_at timestamp with time zone,
  keyed boolean DEFAULT true NOT NULL,
  retry_at timestamp with time zone,
  packed bytea,
  CONSTRAINT listing_feature_pkey PRIMARY KEY (listing_id)
);
CREATE INDEX listing_feature_due ON public.listing_feature USING btree (retry_at) WHERE (retry_at IS NOT NULL);
CREATE INDEX listing_feature_expired ON public.listing_feature USING btree (expired_at) WHERE (keyed AND (expired_at IS NOT NULL));
CREATE INDEX listing_feature_of_property ON public.listing_feature USING btree (property_id);

CREATE TABLE listing_key (
  listing_id uuid NOT NULL,
  key_0 integer NOT NULL,
  key_1 integer,
  key_2 integer,
  key_3 integer,
  key_4 integer,
  key_5 integer,
  key_6 integer
);
CREATE INDEX listing_key_0 ON public.listing_key USING btree (key_0) WHERE (key_0 >= 0);
CREATE INDEX listing_key_1 ON public.listing_key USING btree (key_1) WHERE (key_1 >= 0);
CREATE INDEX listing_key_2 ON public.listing_key USING btree (key_2) WHERE (key_2 >= 0);
CREATE INDEX listing_key_3 ON public.listing_key USING btree (key_3) WHERE (key_3 >= 0);
CREATE INDEX listing_key_4 ON public.listing_key USING btree (key_4) WHERE (key_4 >= 0);
CREATE INDEX listing_key_5 ON public.listing_key USING btree (key_5) WHERE (key_5 >= 0);
CREATE INDEX listing_key_6 ON public.listing_key USING btree (key_6) WHERE (key_6 >= 0);
ALTER TABLE listing_key REPLICA IDENTITY FULL;

CREATE TABLE listing_last_event (
  listing_id uuid NOT NULL,
  event_at timestamp with time zone NOT NULL,
  CONSTRAINT listing_last_event_pkey PRIMARY KEY (listing_id)
) WITH (fillfactor=70);

CREATE TABLE listing_override (
  listing_id uuid NOT NULL,
  other_id uuid NOT NULL,
  must_link boolean NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  decision_id uuid,
  CONSTRAINT listing_override_pkey PRIMARY KEY (listing_id, other_id)
);

CREATE TABLE listing_photo (
  photo bigint NOT NULL,
  listing_id uuid NOT NULL
);
CREATE INDEX listing_photo_first ON public.listing_photo USING btree ((((photo >> 44) & (1048575)::bigint)));
CREATE INDEX listing_photo_fourth ON public.listing_photo USING btree (((photo & (1048575)::bigint)));
CREATE INDEX listing_photo_second ON public.listing_photo USING btree ((((photo >> 29) & (1048575)::bigint)));
CREATE INDEX listing_photo_third ON public.listing_photo USING btree ((((photo >> 14) & (1048575)::bigint)));
ALTER TABLE listing_photo REPLICA IDENTITY FULL;

CREATE TABLE listing_property_history (
  listing_id uuid NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  property_id uuid NOT NULL,
  decision text NOT NULL,
  evidence json NOT NULL,
  CONSTRAINT listing_property_history_pkey PRIMARY KEY (listing_id, joined_at, property_id)
);

CREATE TABLE listing_region (
  listing_id uuid NOT NULL,
  region text NOT NULL,
  CONSTRAINT listing_region_pkey PRIMARY KEY (listing_id)
);

CREATE TABLE listing_visit (
  property_id uuid NOT NULL,
  listing_id uuid NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  CONSTRAINT listing_visit_pkey PRIMARY KEY (property_id, listing_id)
) WITH (fillfactor=70);

CREATE TABLE listing_visit_log (
  batch_id uuid NOT NULL,
  changed_in xid8 NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  property_ids uuid[] NOT NULL,
  listing_ids uuid[] NOT NULL,
  seen_at timestamp with time zone[] NOT NULL,
  CONSTRAINT listing_visit_log_pkey PRIMARY KEY (batch_id)
);
CREATE INDEX listing_visit_log_changed ON public.listing_visit_log USING btree (changed_in);

CREATE TABLE market_median (
  transaction_type text NOT NULL,
  property_type text NOT NULL,
  division_id uuid NOT NULL,
  median double precision NOT NULL,
  samples integer NOT NULL,
  computed_at timestamp with time zone NOT NULL,
  CONSTRAINT market_median_pkey PRIMARY KEY (division_id, transaction_type, property_type)
);

CREATE TABLE market_refresh (
  name text NOT NULL,
  done_at timestamp with time zone NOT NULL,
  CONSTRAINT market_refresh_pkey PRIMARY KEY (name),
  CONSTRAINT market_refresh_name_check CHECK (name = 'medians'::text)
);

CREATE TABLE market_sample (
  listing_id uuid NOT NULL,
  property_id uuid NOT NULL,
  transaction_type text NOT NULL,
  property_type text NOT NULL,
  price_per_area double precision,
  region_id uuid,
  subregion_id uuid NOT NULL,
  division_ids uuid[] NOT NULL,
  sampled_at timestamp with time zone NOT NULL,
  CONSTRAINT market_sample_pkey PRIMARY KEY (listing_id)
);
CREATE INDEX market_sample_of_region ON public.market_sample USING btree (region_id, transaction_type, property_type);
CREATE INDEX market_sample_of_subregion ON public.market_sample USING btree (subregion_id, transaction_type, property_type);
CREATE INDEX market_sample_sampled ON public.market_sample USING btree (sampled_at);

CREATE TABLE match_backlog (
  account_id uuid NOT NULL,
  property_id uuid NOT NULL,
  revision_id uuid NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  alerts integer NOT NULL,
  last_alert_id uuid,
  CONSTRAINT match_backlog_pkey PRIMARY KEY (account_id, property_id, revision_id)
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);
CREATE INDEX match_backlog_due ON public.match_backlog USING btree (account_id, due_at, recorded_at);

CREATE TABLE migration (
  name text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migration_pkey PRIMARY KEY (name)
);

CREATE TABLE notification_digest (
  account_id uuid NOT NULL,
  event_notification_id uuid NOT NULL,
  language text NOT NULL,
  events json NOT NULL,
  CONSTRAINT notification_digest_pkey PRIMARY KEY (account_id, event_notification_id)
);

CREATE TABLE person (
  person_id uuid NOT NULL,
  account_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text,
  name text,
  created_at timestamp with time zone NOT NULL,
  last_signed_in_at timestamp with time zone NOT NULL,
  CONSTRAINT person_pkey PRIMARY KEY (person_id),
  CONSTRAINT person_issuer_subject_key UNIQUE (issuer, subject),
  CONSTRAINT person_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id)
);

CREATE TABLE price_assessment_due (
  property_id uuid NOT NULL,
  CONSTRAINT price_assessment_due_pkey PRIMARY KEY (property_id)
);

CREATE TABLE property (
  property_id uuid NOT NULL,
  merged_into uuid,
  created_at timestamp with time zone NOT NULL,
  document json,
  revision_id uuid,
  expired boolean DEFAULT false NOT NULL,
  updated_at timestamp with time zone,
  listing_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  changes_version smallint DEFAULT 2 NOT NULL,
  revision_number integer DEFAULT 0 NOT NULL,
  packed bytea,
  states bytea,
  CONSTRAINT property_pkey PRIMARY KEY (property_id),
  CONSTRAINT property_states_of_document CHECK (states IS NULL OR packed IS NOT NULL AND substr(states, 2, 4) = substr(sha256(packed), 1, 4)) NOT VALID
);
CREATE INDEX property_unpacked ON public.property USING btree (property_id) WHERE (document IS NOT NULL);

CREATE TABLE property_change (
  property_id uuid NOT NULL,
  revision_id uuid NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  kinds text[],
  listing_id uuid,
  merged_into uuid,
  listing_events json NOT NULL,
  changes json,
  before json,
  after json,
  match_due_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone,
  traceparent text,
  revision_number integer NOT NULL,
  undo bytea,
  packed_after bytea,
  packed_before bytea,
  CONSTRAINT property_change_key PRIMARY KEY (property_id, revision_id)
) PARTITION BY RANGE (revision_id);
CREATE INDEX property_change_time ON ONLY public.property_change USING btree (recorded_at);
CREATE INDEX property_change_unmatched ON ONLY public.property_change USING btree (match_due_at, recorded_at) WHERE (match_due_at IS NOT NULL);

CREATE TABLE property_change_log (
  property_id uuid NOT NULL,
  changed_in xid8 NOT NULL,
  "position" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  logged_at timestamp with time zone NOT NULL,
  revision_id uuid,
  reason text NOT NULL,
  CONSTRAINT property_change_log_pkey PRIMARY KEY (property_id, changed_in, "position")
);
CREATE INDEX property_change_log_order ON public.property_change_log USING btree (changed_in, "position");

CREATE TABLE property_change_rest PARTITION OF property_change DEFAULT;

CREATE TABLE property_export (
  account_id uuid NOT NULL,
  export_id uuid NOT NULL,
  api_key_id uuid,
  criteria json,
  format text NOT NULL,
  since text,
  status text NOT NULL,
  cursor text,
  total bigint,
  rows bigint DEFAULT 0 NOT NULL,
  bytes bigint DEFAULT 0 NOT NULL,
  last_key text,
  file_name text,
  failures integer DEFAULT 0 NOT NULL,
  error text,
  created_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  claim_id uuid,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT property_export_pkey PRIMARY KEY (account_id, export_id)
);
CREATE INDEX property_export_due ON public.property_export USING btree (due_at) WHERE (status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text]));
CREATE INDEX property_export_expires ON public.property_export USING btree (expires_at);

CREATE TABLE property_region (
  property_id uuid NOT NULL,
  region text NOT NULL,
  CONSTRAINT property_region_pkey PRIMARY KEY (property_id)
);

CREATE TABLE property_search (
  property_id uuid NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  changed_in xid8 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  pricing_displayed double precision,
  areas_displayed double precision,
  pricing_price_per_area double precision,
  longitude double precision,
  latitude double precision,
  unit_rooms double precision,
  layout integer NOT NULL,
  unit_features integer NOT NULL,
  unit_features_denied integer NOT NULL,
  amenities_features integer NOT NULL,
  amenities_features_denied integer NOT NULL,
  unit_floor integer,
  building_construction_year integer,
  type "char",
  transaction_type "char",
  energy_consumption_rating "char",
  location_accuracy "char",
  expired boolean NOT NULL,
  listings_price_coherent boolean NOT NULL,
  country_code text,
  region_code text,
  subregion_code text,
  city_code text,
  district_code text,
  publisher_values text,
  listings_values text,
  changes_values text,
  changes_variation_percent double precision[],
  changes_occurred_at timestamp with time zone[],
  listings_sources text,
  postal_codes text,
  division_codes text,
  space_x double precision,
  space_y double precision,
  space_z double precision,
  areas_land double precision,
  pricing_spread_percent double precision,
  valuation_deviation_percent double precision,
  pricing_sale_net_price double precision,
  pricing_sale_fees_agency_amount double precision,
  pricing_sale_fees_agency_percentage double precision,
  pricing_sale_fees_condominium_total double precision,
  pricing_sale_fees_legal_amount double precision,
  pricing_rental_rent_amount double precision,
  pricing_rental_fees_charges_amount double precision,
  pricing_rental_fees_deposit_amount double precision,
  unit_bedrooms double precision,
  unit_bathrooms double precision,
  energy_consumption_value double precision,
  carbon_emissions_value double precision,
  building_renovation_year integer,
  building_number_of_lots integer,
  building_floors integer,
  unit_orientation smallint,
  unit_energy_heating_system smallint,
  unit_energy_heating_energy_carrier smallint,
  unit_energy_heating_collective smallint,
  building_energy_heating_system smallint,
  building_energy_heating_energy_carrier smallint,
  building_energy_heating_collective smallint,
  transaction_sale_type "char",
  construction_status "char",
  pricing_sale_fees_agency_paid_by "char",
  pricing_sale_fees_agency_included_in_price boolean,
  pricing_rental_rent_includes_charges boolean,
  unit_condition "char",
  unit_diagnostic_standard "char",
  building_construction_type "char",
  building_condition "char",
  carbon_emissions_rating "char",
  publisher_references text,
  division_ids uuid[] NOT NULL,
  listings_marketing_favorites integer[],
  listings_url uuid[],
  listings_expired_at timestamp with time zone[],
  CONSTRAINT property_search_pkey PRIMARY KEY (property_id)
) WITH (autovacuum_analyze_scale_factor=0.2);
CREATE INDEX property_search_accuracy ON public.property_search USING btree (location_accuracy) WHERE ((NOT expired) AND listings_price_coherent);
CREATE INDEX property_search_area ON public.property_search USING btree (areas_displayed) WHERE ((NOT expired) AND listings_price_coherent);
CREATE INDEX property_search_built ON public.property_search USING btree (building_construction_year) WHERE ((NOT expired) AND listings_price_coherent AND (building_construction_year IS NOT NULL));
CREATE INDEX property_search_changed ON public.property_search USING btree (changed_in);
CREATE INDEX property_search_city ON public.property_search USING btree (city_code, transaction_type, type) WHERE ((NOT expired) AND listings_price_coherent);
CREATE INDEX property_search_created ON public.property_search USING btree (created_at, property_id) INCLUDE (updated_at) WHERE ((NOT expired) AND listings_price_coherent);
CREATE INDEX property_search_displayed ON public.property_search USING btree (pricing_displayed) WHERE ((NOT expired) AND listings_price_coherent);
CREATE INDEX property_search_district ON public.property_search USING btree (district_code, transaction_type, type) WHERE ((NOT expired) AND listings_price_coherent AND (district_code IS NOT NULL));
CREATE INDEX property_search_divisions ON public.property_search USING gin (string_to_array(division_codes, ''::text));
CREATE INDEX property_search_drop ON public.property_search USING btree (lowest_value(changes_variation_percent)) WHERE ((NOT expired) AND listings_price_coherent AND (lowest_value(changes_variation_percent) IS NOT NULL));
ALTER INDEX property_search_drop ALTER COLUMN 1 SET STATISTICS 0;
CREATE INDEX property_search_energy ON public.property_search USING btree (energy_consumption_rating) WHERE ((NOT expired) AND listings_price_coherent AND (energy_consumption_rating IS NOT NULL));
CREATE INDEX property_search_floor ON public.property_search USING btree (unit_floor) WHERE ((NOT expired) AND listings_price_coherent AND (unit_floor IS NOT NULL));
CREATE INDEX property_search_gone ON public.property_search USING btree (updated_at DESC, property_id DESC) INCLUDE (transaction_type, type) WHERE (expired AND listings_price_coherent);
CREATE INDEX property_search_gone_created ON public.property_search USING btree (created_at) WHERE (expired AND listings_price_coherent);
CREATE INDEX property_search_gone_price ON public.property_search USING btree (pricing_displayed, property_id) INCLUDE (transaction_type, type) WHERE (expired AND listings_price_coherent);
CREATE INDEX property_search_gone_subregion ON public.property_search USING btree (subregion_code) INCLUDE (transaction_type, type, updated_at, property_id) WHERE (expired AND listings_price_coherent);
CREATE INDEX property_search_hidden_city ON public.property_search USING btree (city_code) WHERE (expired OR (NOT listings_price_coherent));
CREATE INDEX property_search_incoherent ON public.property_search USING btree (updated_at DESC, property_id DESC) INCLUDE (expired, city_code, subregion_code) WHERE (NOT listings_price_coherent);
CREATE INDEX property_search_kind ON public.property_search USING btree (transaction_type, type, updated_at DESC, property_id DESC) INCLUDE (unit_features, amenities_features) WHERE ((NOT expired) AND listings_price_coherent);
CREATE INDEX property_search_kinds ON public.property_search USING btree (transaction_type, type) WHERE ((NOT expired) AND listings_price_coherent);
CREATE INDEX property_search_lists ON public.property_search USING gin (string_to_array(postal_codes, ''::text), split_values(listings_sources), string_to_array(publisher_values, NULL::text), string_to_array(listings_values, NULL::text), string_to_array(changes_values, NULL::text)) WHERE ((NOT expired) AND listings_price_coherent);
ALTER INDEX property_search_lists ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX property_search_lists ALTER COLUMN 2 SET STATISTICS 0;
ALTER INDEX property_search_lists ALTER COLUMN 3 SET STATISTICS 0;
ALTER INDEX property_search_lists ALTER COLUMN 4 SET STATISTICS 0;
ALTER INDEX property_search_lists ALTER COLUMN 5 SET STATISTICS 0;
CREATE INDEX property_search_newest ON public.property_search USING btree (updated_at DESC, property_id DESC) WHERE ((NOT expired) AND listings_price_coherent);
CREATE INDEX property_search_point ON public.property_search USING gist (point(longitude, latitude)) WHERE ((NOT expired) AND listings_price_coherent);
ALTER INDEX property_search_point ALTER COLUMN 1 SET STATISTICS 0;
CREATE INDEX property_search_price ON public.property_search USING btree (transaction_type, type, pricing_displayed) WHERE ((NOT expired) AND listings_price_coherent);
CREATE INDEX property_search_price_per_area ON public.property_search USING btree (pricing_price_per_area, property_id) INCLUDE (transaction_type, type) WHERE ((NOT expired) AND listings_price_coherent);
CREATE INDEX property_search_references ON public.property_search USING gin (split_values(publisher_references));
CREATE INDEX property_search_rooms ON public.property_search USING btree (unit_rooms) WHERE ((NOT expired) AND listings_price_coherent);
CREATE INDEX property_search_subregion ON public.property_search USING btree (subregion_code, transaction_type, type) INCLUDE (updated_at, created_at, property_id, pricing_displayed) WHERE ((NOT expired) AND listings_price_coherent);
CREATE INDEX property_search_url ON public.property_search USING btree ((listings_url[1]));
CREATE INDEX property_search_urls ON public.property_search USING gin (listings_url) WHERE (cardinality(listings_url) > 1);

CREATE TABLE property_search_history (
  property_id uuid NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  valid_to timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  pricing_displayed double precision,
  areas_displayed double precision,
  pricing_price_per_area double precision,
  valuation_deviation_percent double precision,
  CONSTRAINT property_search_history_pkey PRIMARY KEY (property_id, valid_to)
);
CREATE INDEX property_search_history_newest ON public.property_search_history USING btree (updated_at, property_id);
CREATE INDEX property_search_history_valid_to ON public.property_search_history USING btree (valid_to);

CREATE TABLE property_search_log (
  property_id uuid NOT NULL,
  changed_in xid8 NOT NULL,
  CONSTRAINT property_search_log_pkey PRIMARY KEY (property_id)
);
CREATE INDEX property_search_log_changed ON public.property_search_log USING btree (changed_in);

CREATE TABLE property_search_words (
  property_id uuid NOT NULL,
  visible boolean NOT NULL,
  body_title text,
  body_description text,
  transaction_type "char",
  type "char",
  CONSTRAINT property_search_words_pkey PRIMARY KEY (property_id)
) WITH (autovacuum_analyze_scale_factor=0.2);
CREATE INDEX property_search_description ON public.property_search_words USING gin (string_to_array(body_description, ' '::text)) WHERE visible;
ALTER INDEX property_search_description ALTER COLUMN 1 SET STATISTICS 0;
CREATE INDEX property_search_title ON public.property_search_words USING gin (string_to_array(body_title, ' '::text)) WHERE visible;
ALTER INDEX property_search_title ALTER COLUMN 1 SET STATISTICS 0;
CREATE STATISTICS public.property_search_description_words ON string_to_array(body_description, ' '::text) FROM property_search_words;
CREATE STATISTICS public.property_search_title_words ON string_to_array(body_title, ' '::text) FROM property_search_words;

CREATE TABLE publisher (
  publisher_id uuid NOT NULL,
  publisher_type text,
  agency_name text,
  professional_card_number text,
  website text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT publisher_pkey PRIMARY KEY (publisher_id)
);

CREATE TABLE publisher_identity (
  identity text NOT NULL,
  publisher_id uuid NOT NULL,
  CONSTRAINT publisher_identity_pkey PRIMARY KEY (identity),
  CONSTRAINT publisher_identity_publisher_id_fkey FOREIGN KEY (publisher_id) REFERENCES publisher(publisher_id)
);

CREATE TABLE raw_block (
  block_id uuid NOT NULL,
  received_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  CONSTRAINT raw_block_key PRIMARY KEY (block_id)
) PARTITION BY RANGE (block_id);

CREATE TABLE raw_block_rest PARTITION OF raw_block DEFAULT;
CREATE INDEX raw_block_received ON public.raw_block_rest USING btree (received_at);

CREATE TABLE raw_history (
  listing_id uuid NOT NULL,
  received_from timestamp with time zone NOT NULL,
  latest_observed_at timestamp with time zone NOT NULL,
  part integer NOT NULL,
  body bytea NOT NULL,
  CONSTRAINT raw_history_pkey PRIMARY KEY (listing_id, part)
);
CREATE INDEX raw_history_receipt ON public.raw_history USING btree (received_from);

CREATE TABLE raw_observation (
  listing_id uuid NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  source_id uuid NOT NULL,
  received_at timestamp with time zone NOT NULL,
  body bytea,
  block_id uuid,
  line smallint,
  CONSTRAINT raw_observation_key PRIMARY KEY (listing_id, observed_at)
) PARTITION BY RANGE (observed_at);
CREATE INDEX raw_observation_receipt ON ONLY public.raw_observation USING btree (received_at);

CREATE TABLE raw_observation_rest PARTITION OF raw_observation DEFAULT;

CREATE TABLE region (
  name text NOT NULL,
  countries text[] DEFAULT '{}'::text[] NOT NULL,
  division_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT region_pkey PRIMARY KEY (name)
);

CREATE TABLE region_stray (
  region text NOT NULL,
  place text NOT NULL,
  claimed_at timestamp with time zone NOT NULL,
  CONSTRAINT region_stray_pkey PRIMARY KEY (region, place)
);

CREATE TABLE rejected_record (
  source_id uuid NOT NULL,
  listing_id uuid NOT NULL,
  url text NOT NULL,
  kind text NOT NULL,
  reason text NOT NULL,
  observed_at timestamp with time zone,
  record text,
  first_rejected_at timestamp with time zone NOT NULL,
  rejected_at timestamp with time zone NOT NULL,
  resolved_at timestamp with time zone,
  CONSTRAINT rejected_record_pkey PRIMARY KEY (source_id, listing_id)
);
CREATE INDEX rejected_record_age ON public.rejected_record USING btree (rejected_at);
CREATE INDEX rejected_record_open ON public.rejected_record USING btree (source_id, listing_id) WHERE (resolved_at IS NULL);

CREATE TABLE removed_listing (
  listing_id uuid NOT NULL,
  removed_at timestamp with time zone NOT NULL,
  reason text,
  erased_at timestamp with time zone,
  property_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  CONSTRAINT removed_listing_pkey PRIMARY KEY (listing_id)
);
CREATE INDEX removed_listing_unerased ON public.removed_listing USING btree (removed_at) WHERE (erased_at IS NULL);

CREATE TABLE request_bin (
  account_id uuid NOT NULL,
  request_bin_id uuid NOT NULL,
  url text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT request_bin_pkey PRIMARY KEY (account_id)
);

CREATE TABLE request_bin_request (
  account_id uuid NOT NULL,
  request_bin_request_id uuid NOT NULL,
  received_at timestamp with time zone NOT NULL,
  headers json NOT NULL,
  body bytea NOT NULL,
  body_bytes integer NOT NULL,
  key_hint text NOT NULL,
  expected_signature text NOT NULL,
  CONSTRAINT request_bin_request_pkey PRIMARY KEY (account_id, request_bin_request_id)
);

CREATE UNLOGGED TABLE request_rate (
  account_id uuid NOT NULL,
  slots bigint[] DEFAULT '{}'::bigint[] NOT NULL,
  counts integer[] DEFAULT '{}'::integer[] NOT NULL,
  CONSTRAINT request_rate_pkey PRIMARY KEY (account_id)
) WITH (fillfactor=50);

CREATE TABLE road_layer (
  layer_id uuid NOT NULL,
  name text NOT NULL,
  digest bytea NOT NULL,
  "position" bigint NOT NULL,
  counts json NOT NULL,
  credits json,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT road_layer_pkey PRIMARY KEY (layer_id),
  CONSTRAINT road_layer_name_digest_key UNIQUE (name, digest)
);

CREATE TABLE road_piece (
  piece_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  layer_id uuid NOT NULL,
  square_column integer NOT NULL,
  square_row integer NOT NULL,
  class smallint NOT NULL,
  positions integer NOT NULL,
  line json NOT NULL,
  CONSTRAINT road_piece_pkey PRIMARY KEY (piece_id),
  CONSTRAINT road_piece_layer_id_fkey FOREIGN KEY (layer_id) REFERENCES road_layer(layer_id) ON DELETE CASCADE
);
CREATE INDEX road_piece_square ON public.road_piece USING btree (layer_id, square_column, square_row, class, piece_id);

CREATE TABLE road_square (
  level smallint NOT NULL,
  square_column integer NOT NULL,
  square_row integer NOT NULL,
  layer_id uuid NOT NULL,
  lines json NOT NULL,
  CONSTRAINT road_square_pkey PRIMARY KEY (level, square_column, square_row, layer_id),
  CONSTRAINT road_square_layer_id_fkey FOREIGN KEY (layer_id) REFERENCES road_layer(layer_id) ON DELETE CASCADE
);
CREATE INDEX road_square_layer ON public.road_square USING btree (layer_id, level, square_column, square_row);

CREATE TABLE sale (
  sale_id uuid NOT NULL,
  date_mutation date NOT NULL,
  longitude integer,
  latitude integer,
  cell integer NOT NULL,
  wide_cell integer NOT NULL,
  price_cents bigint,
  living_area real,
  land_area integer,
  layout_id integer NOT NULL,
  release integer DEFAULT 0 NOT NULL,
  rooms smallint,
  source "char" NOT NULL,
  elevator boolean,
  balcony boolean,
  cellar boolean,
  nature text NOT NULL,
  property_type text NOT NULL,
  city_code text NOT NULL,
  external_ref text NOT NULL,
  street_number text,
  street_name text,
  parcel text,
  construction_era text,
  lots text NOT NULL,
  source_rows text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT sale_pkey PRIMARY KEY (sale_id)
);
CREATE INDEX sale_from_notaries ON public.sale USING btree (city_code, price_cents, date_mutation) WHERE (source = 'N'::"char");
CREATE INDEX sale_in_cell ON public.sale USING btree (cell, date_mutation);
CREATE INDEX sale_in_wide_cell ON public.sale USING btree (wide_cell, date_mutation);

CREATE TABLE sale_cell (
  city_code text NOT NULL,
  cell integer NOT NULL,
  CONSTRAINT sale_cell_pkey PRIMARY KEY (city_code, cell)
);

CREATE TABLE sale_layout (
  layout_id integer NOT NULL,
  format text NOT NULL,
  separator text NOT NULL,
  columns text[] NOT NULL,
  CONSTRAINT sale_layout_pkey PRIMARY KEY (layout_id)
);

CREATE TABLE service_secret (
  name text NOT NULL,
  secret bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT service_secret_pkey PRIMARY KEY (name)
);

CREATE TABLE sign_in (
  digest bytea NOT NULL,
  provider text NOT NULL,
  return_to text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_pkey PRIMARY KEY (digest)
);
CREATE INDEX sign_in_expires ON public.sign_in USING btree (expires_at);

CREATE TABLE signing_key (
  account_id uuid NOT NULL,
  encrypted_key bytea NOT NULL,
  hint text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT signing_key_pkey PRIMARY KEY (account_id)
);

CREATE TABLE source (
  source_id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  domain text,
  folded_name text NOT NULL,
  source_category_id uuid,
  created_at timestamp with time zone NOT NULL,
  protected boolean DEFAULT false NOT NULL,
  listing_url text,
  unseen_days integer,
  swept_at timestamp with time zone,
  CONSTRAINT source_pkey PRIMARY KEY (source_id),
  CONSTRAINT source_slug_key UNIQUE (slug),
  CONSTRAINT source_listing_url_check CHECK (listing_url ~~ '%{key}%'::text),
  CONSTRAINT source_unseen_days_check CHECK (unseen_days >= 0 AND unseen_days <= 3650),
  CONSTRAINT source_source_category_id_fkey FOREIGN KEY (source_category_id) REFERENCES source_category(source_category_id)
);

CREATE TABLE source_category (
  source_category_id uuid NOT NULL,
  name text NOT NULL,
  CONSTRAINT source_category_pkey PRIMARY KEY (source_category_id),
  CONSTRAINT source_category_name_key UNIQUE (name)
);

CREATE TABLE street (
  street_id bigint NOT NULL,
  city_code text NOT NULL,
  postal_code text NOT NULL,
  name text NOT NULL,
  CONSTRAINT street_pkey PRIMARY KEY (street_id)
);
CREATE INDEX street_of_city ON public.street USING btree (city_code);

CREATE TABLE usage_day (
  account_id uuid NOT NULL,
  day date NOT NULL,
  api_key_id uuid NOT NULL,
  route text NOT NULL,
  channel text NOT NULL,
  route_type text NOT NULL,
  calls bigint NOT NULL,
  results bigint NOT NULL,
  credits bigint DEFAULT 0 NOT NULL,
  CONSTRAINT usage_day_pkey PRIMARY KEY (account_id, day, api_key_id, route, channel)
);

CREATE TABLE usage_day_key (
  account_id uuid NOT NULL,
  day date NOT NULL,
  api_key_id uuid NOT NULL,
  channel text NOT NULL,
  calls bigint NOT NULL,
  results bigint NOT NULL,
  credits bigint NOT NULL,
  CONSTRAINT usage_day_key_pkey PRIMARY KEY (account_id, day, api_key_id, channel)
) WITH (fillfactor=70);

CREATE TABLE usage_day_route (
  account_id uuid NOT NULL,
  day date NOT NULL,
  route text NOT NULL,
  channel text NOT NULL,
  route_type text NOT NULL,
  calls bigint NOT NULL,
  results bigint NOT NULL,
  credits bigint NOT NULL,
  CONSTRAINT usage_day_route_pkey PRIMARY KEY (account_id, day, route, channel)
) WITH (fillfactor=70);

CREATE TABLE usage_second (
  account_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  batch_id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  route text NOT NULL,
  channel text NOT NULL,
  route_type text NOT NULL,
  calls bigint NOT NULL,
  results bigint NOT NULL,
  credits bigint NOT NULL,
  CONSTRAINT usage_second_key PRIMARY KEY (account_id, at, batch_id, api_key_id, route, channel)
) PARTITION BY RANGE (at);

CREATE TABLE usage_second_rest PARTITION OF usage_second DEFAULT;
CREATE INDEX usage_second_by_age ON public.usage_second_rest USING brin (at);

CREATE TABLE valuation_fit_stage (
  model_id uuid NOT NULL,
  stage text NOT NULL,
  part integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT valuation_fit_stage_pkey PRIMARY KEY (model_id, stage, part),
  CONSTRAINT valuation_fit_stage_model_id_fkey FOREIGN KEY (model_id) REFERENCES valuation_model(model_id) ON DELETE CASCADE
);

CREATE TABLE valuation_model (
  model_id uuid NOT NULL,
  market text NOT NULL,
  status text NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  lease_until timestamp with time zone,
  fitted_at timestamp with time zone,
  window_from date,
  window_to date,
  rows integer,
  accuracy json,
  index_levels json,
  failure text,
  revised_at timestamp with time zone,
  CONSTRAINT valuation_model_pkey PRIMARY KEY (model_id),
  CONSTRAINT valuation_model_market_check CHECK (market = ANY (ARRAY['SALE'::text, 'ASKING'::text, 'RENT'::text])),
  CONSTRAINT valuation_model_status_check CHECK (status = ANY (ARRAY['DUE'::text, 'FITTING'::text, 'FITTED'::text, 'FAILED'::text, 'TOO_FEW_PRICES'::text]))
);
CREATE INDEX valuation_model_market ON public.valuation_model USING btree (market, status, fitted_at DESC);
CREATE UNIQUE INDEX valuation_model_running ON public.valuation_model USING btree (market) WHERE (status = ANY (ARRAY['DUE'::text, 'FITTING'::text]));

CREATE TABLE valuation_model_part (
  model_id uuid NOT NULL,
  part integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT valuation_model_part_pkey PRIMARY KEY (model_id, part),
  CONSTRAINT valuation_model_part_model_id_fkey FOREIGN KEY (model_id) REFERENCES valuation_model(model_id) ON DELETE CASCADE
);

CREATE TABLE valuation_progress (
  name text NOT NULL,
  horizon text NOT NULL,
  model_id uuid,
  last_property_id uuid,
  CONSTRAINT valuation_progress_pkey PRIMARY KEY (name)
);

CREATE TABLE warehouse_file (
  file_id uuid NOT NULL,
  month date NOT NULL,
  started_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  replaced_at timestamp with time zone,
  event_count bigint,
  bytes bigint,
  first_event_at timestamp with time zone,
  last_event_at timestamp with time zone,
  CONSTRAINT warehouse_file_pkey PRIMARY KEY (file_id)
);
CREATE UNIQUE INDEX warehouse_file_open ON public.warehouse_file USING btree (month) WHERE (closed_at IS NULL);
