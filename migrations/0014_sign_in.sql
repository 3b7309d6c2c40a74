-- People who sign in to the console, and what they sign in with. All of it is small and looked for by digest or by person: reference
-- tables on Citus.

create table person (
  person_id uuid primary key,
  account_id uuid not null references account,
  -- stands for the console in the books of usage; nobody holds the key itself
  api_key_id uuid not null references api_key,
  -- who they are to the provider that vouches for them: the only thing they are known by
  issuer text not null,
  subject text not null,
  -- as the provider tells it, and only when it says that it was verified
  email text,
  name text,
  created_at timestamptz not null,
  last_signed_in_at timestamptz not null,
  unique (issuer, subject)
);
create index person_of_account on person (account_id);

-- Sign-ins under way. The browser holds a secret in a cookie, from which state, nonce and PKCE verifier follow; here is its digest.
create table sign_in (
  digest bytea primary key,
  provider text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index sign_in_over on sign_in (expires_at);

create table console_session (
  console_session_id uuid primary key,
  -- SHA-256 of what the cookie holds
  digest bytea not null unique,
  person_id uuid not null references person,
  provider text not null,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index console_session_of_person on console_session (person_id, created_at);
create index console_session_over on console_session (expires_at);

-- A program that asks for a key, and the person who lets it have one (as in RFC 8628).
create table device_grant (
  device_grant_id uuid primary key,
  -- SHA-256 of what the program holds
  digest bytea not null unique,
  -- what the person types: short, and good for minutes only
  user_code text not null unique,
  program text not null,
  address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  person_id uuid references person,
  approved boolean,
  -- the key is made when the program comes for it, and then never again
  taken_at timestamptz
);
create index device_grant_over on device_grant (expires_at);
