-- Several people on one account, each with a role. A person may belong to several accounts.

create table account_member (
  account_id uuid not null references account,
  person_id uuid not null references person,
  role text not null check (role in ('OWNER', 'MEMBER', 'READ_ONLY')),
  -- The key that usage of the console is counted for; nobody has its secret.
  api_key_id uuid not null references api_key,
  created_at timestamptz not null,
  primary key (account_id, person_id)
);
create index account_member_of_person on account_member (person_id, created_at);

insert into account_member (account_id, person_id, role, api_key_id, created_at)
select account_id, person_id, 'OWNER', api_key_id, created_at from person;

-- Who created the key: it may never do more than that person may now. Null for one that a command created.
alter table api_key add column person_id uuid references person;
-- Usage of the console is counted for it: it is not listed or revoked.
alter table api_key add column of_console boolean not null default false;
update api_key set of_console = true, person_id = person.person_id
from person where person.api_key_id = api_key.api_key_id;

-- person.account_id is the account that the next sign-in enters.
drop index person_of_account;
alter table person drop column api_key_id;

-- The account that a session acts on. A person changes it without signing in again.
alter table console_session add column account_id uuid references account;
update console_session set account_id = person.account_id
from person where person.person_id = console_session.person_id;
alter table console_session alter column account_id set not null;

-- The account that the person was in when they decided; it gets the key.
alter table device_grant add column account_id uuid references account;
update device_grant set account_id = person.account_id
from person where person.person_id = device_grant.person_id;

-- The link in the mail is signed with the master key: there is no secret to store.
create table account_invitation (
  account_id uuid not null references account,
  invitation_id uuid not null,
  email text not null,
  role text not null check (role in ('OWNER', 'MEMBER', 'READ_ONLY')),
  language text not null,
  invited_by uuid not null references person,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When a worker sends the mail, or tries again; null once it is sent or refused.
  mail_due_at timestamptz,
  mail_error text,
  accepted_at timestamptz,
  accepted_by uuid references person,
  revoked_at timestamptz,
  primary key (account_id, invitation_id)
);
create index account_invitation_mail_due on account_invitation (mail_due_at) where mail_due_at is not null;
create index account_invitation_age on account_invitation (expires_at);
