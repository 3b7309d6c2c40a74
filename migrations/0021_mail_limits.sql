-- Mails that ask strangers to confirm an address are counted over all processes and outlive the destination they were sent for.

-- Kept for as long as the longest window of src/delivery/confirmations/limits.ts.
create table confirmation_mail (
  confirmation_mail_id uuid primary key,
  account_id uuid not null,
  -- the mailbox: lower case, without a +tag
  recipient text not null,
  sent_at timestamptz not null
);
-- One for each of the three limits: the n-th newest row of a window is one probe away.
create index confirmation_mail_account on confirmation_mail (account_id, sent_at);
create index confirmation_mail_recipient on confirmation_mail (recipient, sent_at);
create index confirmation_mail_sent on confirmation_mail (sent_at);

-- Recipients who said no to an account. A destination made again for one of them is born unsubscribed.
create table email_refusal (
  account_id uuid not null,
  recipient text not null,
  refused_at timestamptz not null,
  primary key (account_id, recipient)
);
insert into email_refusal (account_id, recipient, refused_at)
select account_id, lower(regexp_replace(email, '\+[^@]*@', '@')), min(unsubscribed_at)
from event_destination where email is not null and unsubscribed_at is not null
group by 1, 2;

-- As in 0001, but slots further ahead than the window do not count: the clock of the server was set back since, and an account that had
-- used its minute would be refused for as long as the step.
create or replace function take_requests(
  account uuid, wanted integer, permitted integer, window_slots integer,
  unused_slot bigint, unused integer,
  out granted integer, out free integer, out slot bigint, out slot_ends_in_ms double precision, out retry_slot bigint
) language plpgsql as $$
declare
  rate request_rate;
  now_epoch double precision;
  kept_slots bigint[];
  kept_counts integer[];
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
    into kept_slots, kept_counts, used
    from (
      select s, case when s = unused_slot then c - unused else c end as c
      from unnest(rate.slots, rate.counts) as counted (s, c)
      where s between slot - window_slots and slot + window_slots
    ) as live
    where c > 0;

  granted := greatest(0, least(wanted, greatest(1, (permitted - used) / 8), permitted - used));
  free := permitted - used - granted;
  if granted > 0 then
    if kept_slots[cardinality(kept_slots)] = slot then
      kept_counts[cardinality(kept_counts)] := kept_counts[cardinality(kept_counts)] + granted;
    else
      kept_slots := kept_slots || slot;
      kept_counts := kept_counts || granted;
    end if;
  end if;
  retry_slot := case when cardinality(kept_slots) > 0 then kept_slots[1] + window_slots + 1 else slot end;

  update request_rate set slots = kept_slots, counts = kept_counts where account_id = account;
end $$;
