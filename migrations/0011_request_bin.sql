-- A webhook receiver of our own, for a first webhook: at most one an account, for a week.
create table request_bin (
  account_id uuid primary key,
  request_bin_id uuid not null,
  -- The URL of its destination. A notification to it is stored here instead of being sent.
  url text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- What it received, the newest only. The check is that of a receiver, made on arrival.
create table request_bin_request (
  account_id uuid not null,
  request_bin_request_id uuid not null,
  received_at timestamptz not null,
  headers json not null,
  -- Cut at a limit; the size and the check are of the whole body.
  body bytea not null,
  body_bytes integer not null,
  key_hint text not null,
  expected_signature text not null,
  primary key (account_id, request_bin_request_id)
);
