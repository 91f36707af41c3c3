-- When the vendor's team works, and within how many minutes of that it answers a ticket of each priority.
-- An array has a number for each day of the week, Monday first: minutes since midnight; null: nobody works.
alter table vendors
  add column time_zone       text not null default 'Europe/Istanbul',
  add column opens           int[] not null default '{540,540,540,540,540,null,null}' check (cardinality(opens) = 7),
  add column closes          int[] not null default '{1080,1080,1080,1080,1080,null,null}' check (cardinality(closes) = 7),
  add column public_holidays boolean not null default true,            -- whether nobody works on Turkey's
  add column days_off        date[] not null default '{}',             -- and on these
  -- In the order of the priorities, the most urgent first; null: there is no target.
  add column first_targets   int[] not null default '{null,null,null,null}' check (cardinality(first_targets) = 4),
  add column next_targets    int[] not null default '{null,null,null,null}' check (cardinality(next_targets) = 4);
grant update (time_zone, opens, closes, public_holidays, days_off, first_targets, next_targets) on vendors to tezgah_server;

-- Since when a ticket waits for the team, whether the team has written before, and when the reply is due.
-- `set_due` (tickets/targets.sql) sets them.
alter table ticket_states
  add column date_waiting timestamptz,
  add column is_answered  boolean not null default false,
  add column date_due     timestamptz;
comment on column ticket_states.date_waiting is 'set by a trigger';
comment on column ticket_states.date_due is 'set by a trigger';
update ticket_states set date_waiting = coalesce(date_last_message, date_created) where waiting_for = 'team';
-- Of the others the trigger sees it by their last message.
update ticket_states s set is_answered = true
 where not last_message_is_staff and exists (select from messages m where m.vendor_id = s.vendor_id and m.ticket_id = s.ticket_id and m.is_staff);
create index ticket_states_due on ticket_states (vendor_id, date_due, ticket_id) include (date_snoozed) where date_due is not null;
