-- Everything that version 0.3 adds to the schema of 0.2.

-- Texts

-- A text is searched and compared by what is seen of it, as `fold` in
-- contract/text/turkish.ts has it: without characters that are not drawn, with one blank for any
-- blanks and one dash for any dash, and in compatibility form: full-width letters, ligatures.
create or replace function fold(value text) returns text immutable strict parallel safe language sql as $$
  select translate(
    lower(btrim(regexp_replace(regexp_replace(normalize(value, NFKD),
      '[\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
      '[\u0009-\u000d \u0085\u1680\u2028\u2029\u2800]+', ' ', 'g')) collate "und-x-icu"),
    'ı‐‑‒–—―−', 'i-------')
$$;

-- A name of which nothing is seen could not be clicked. Of the marks, those of the blocks that have
-- nothing else: fonts draw most others on a dotted circle.
create function pg_temp.is_blank(value text) returns boolean immutable language sql as $$
  select value ~ ('^[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u302a-\u302f\u3099\u309a\ufe20-\ufe2f'
    || '\u00a0\u00ad\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff\u0009-\u000d \u0085]*$')
$$;
update companies set name = '—' where pg_temp.is_blank(name);
update machines set name = '—' where pg_temp.is_blank(name);
update machines set sku = '—' where pg_temp.is_blank(sku);
update company_machines set serial_number = '—' where pg_temp.is_blank(serial_number);
update tickets set title = '—' where pg_temp.is_blank(title);
update users set name = '—' where pg_temp.is_blank(name);

-- Computes `search` again. A duplicate serial number stays; `npm run doctor` reports it.
update companies set name = name where search <> fold(name);
update machines set name = name where search <> fold(name || ' ' || sku || ' ' || description);
update company_machines set serial_number = serial_number where search <> fold(serial_number);
update tickets set title = title where search <> fold(title);
update users set name = name where search <> fold(name || ' ' || surname || ' ' || email);

-- Numbers within names sort by value, as in the browser: "Torna 9" before "Torna 10".
create collation turkish (provider = icu, locale = 'tr-u-kn-true');
drop index companies_by_name, machines_by_name;
create index companies_by_name on companies (vendor_id, name collate turkish, id) where date_removed is null;
create index machines_by_name on machines (vendor_id, name collate turkish, id) where date_removed is null;

-- Addresses

-- Addresses of accounts get the one spelling in which they are stored from now on:
-- `canonicalAddress` in contract/text/addresses.ts. Of two accounts that would have the same one,
-- the other has the former spelling afterwards; `npm run doctor` reports them.

-- A label of a host in ASCII (RFC 3492).
create function pg_temp.punycode(label text) returns text language plpgsql as $$
declare
  points constant int[] := array(select ascii(letter) from regexp_split_to_table(label, '') with ordinality as split(letter, at) order by at);
  output text := regexp_replace(label, '[^\u0001-\u007f]', '', 'g');
  basic constant int := length(output);
  handled int := basic;
  delta int := 0;
  bias int := 72;
  lowest int := 128;
  next int;
  point int;
  rest int;
  base int;
  threshold int;
begin
  if basic > 0 then output := output || '-'; end if;
  while handled < cardinality(points) loop
    select min(p) into next from unnest(points) as p where p >= lowest;
    delta := delta + (next - lowest) * (handled + 1);
    lowest := next;
    foreach point in array points loop
      if point < lowest then delta := delta + 1; end if;
      continue when point <> lowest;
      rest := delta;
      base := 36;
      loop
        threshold := least(greatest(base - bias, 1), 26);
        exit when rest < threshold;
        output := output || substr('abcdefghijklmnopqrstuvwxyz0123456789', threshold + (rest - threshold) % (36 - threshold) + 1, 1);
        rest := (rest - threshold) / (36 - threshold);
        base := base + 36;
      end loop;
      output := output || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest + 1, 1);
      delta := delta / case when handled = basic then 700 else 2 end;
      handled := handled + 1;
      delta := delta + delta / handled;
      bias := 0;
      while delta > 455 loop
        delta := delta / 35;
        bias := bias + 36;
      end loop;
      bias := bias + 36 * delta / (delta + 38);
      delta := 0;
    end loop;
    delta := delta + 1;
    lowest := lowest + 1;
  end loop;
  return 'xn--' || output;
end $$;

create function pg_temp.canonical_address(email text) returns text language plpgsql as $$
declare
  seen constant text := regexp_replace(email,
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g');
  address constant text := normalize(replace(lower(seen collate "und-x-icu"), U&'i\0307', 'i'), NFC);
  host constant text := regexp_replace(normalize(substring(address from '[^@]*$'), NFKC), '\.$', '');
  labels constant text[] := array(
    select case when label ~ '[^\u0001-\u007f]' then pg_temp.punycode(label) else label end
      from unnest(regexp_split_to_array(host, '[.。]')) with ordinality as split(label, at) order by at);
begin
  return substring(address from '^.*@') || array_to_string(labels, '.');
end $$;

create temporary table ranked on commit drop as
with spelled as materialized (
  select vendor_id, id, operator_id, email, pg_temp.canonical_address(email) as canonical, password_hash, date_created
    from users where email ~ '[^\u0021-\u007e]' or email like '%.'
), with_twins as (
  select * from spelled
  union
  select u.vendor_id, u.id, u.operator_id, u.email, u.email, u.password_hash, u.date_created
    from users u join spelled s on s.vendor_id = u.vendor_id and s.canonical = u.email and s.operator_id is null
   where u.operator_id is null
)
select vendor_id, id, operator_id, email, canonical,
       row_number() over (partition by vendor_id, canonical, operator_id is null
                          order by password_hash is null, email <> canonical, date_created, id) as rank
  from with_twins;
analyze ranked;

-- One without a password that has the spelling gives it up, and takes the one that has become free:
-- addresses are unique.
create temporary table displaced on commit drop as
  select other.vendor_id, other.id, first.email
    from ranked other
    join ranked first on first.vendor_id = other.vendor_id and first.canonical = other.canonical and first.rank = 1 and first.operator_id is null
   where other.operator_id is null and other.rank > 1 and other.email = other.canonical;
update users u set email = u.id::text from displaced d where u.vendor_id = d.vendor_id and u.id = d.id;
update users u set email = r.canonical
  from ranked r where u.vendor_id = r.vendor_id and u.id = r.id and r.canonical <> r.email and (r.operator_id is not null or r.rank = 1);
update users u set email = d.email from displaced d where u.vendor_id = d.vendor_id and u.id = d.id;

-- A link to an address that an account is to get. A link of its purpose ends the one before it,
-- unless it is of a reset.
alter table activations
  add column email text,
  drop constraint activations_purpose_check,
  add constraint activations_purpose_check check (purpose in ('invitation', 'reset', 'email')),
  add constraint activations_email check ((purpose = 'email') = (email is not null));
drop index activations_one_invitation;
create unique index activations_one_of_purpose on activations (vendor_id, user_id, purpose) where purpose <> 'reset';
create index activations_of_email on activations (vendor_id, email) where email is not null;

-- Audit

-- What a call changed, `[{ field, before, after }]` in texts, instead of a ticket's new status
-- alone. Former entries do not know what was there before.
alter table audit_entries add column changes jsonb not null default '[]';
update audit_entries
   set changes = jsonb_build_array(jsonb_build_object('field', 'status', 'before', null, 'after', status))
 where status is not null;
-- The choice of a language is a part of `POST /user/me` now.
update audit_entries set action = 'profile.change' where action = 'sessions.chooseLanguage';
-- A search finds the changed values too.
alter table audit_entries drop column status, drop column search,
  add column search text not null generated always as (fold(
    user_name || ' ' || subject || ' ' || address || ' ' ||
    jsonb_path_query_array(changes, '$[*].before ? (@ != null)')::text ||
    jsonb_path_query_array(changes, '$[*].after ? (@ != null)')::text)) stored;
create index audit_entries_search on audit_entries using gin (search gin_trgm_ops);

-- Users

-- Where the portal opens after sign-in.
alter table users add column start_page text not null default 'companies' check (start_page in ('companies', 'home', 'tickets'));

-- Of the times in mails to the user; empty: the vendor's.
alter table users add column time_zone text not null default '';

-- A contact is a customer who has never had a login: the team writes down their tickets, and they
-- read and answer mails where they have an address.
alter table users
  add column is_contact boolean not null default false,
  alter column email drop not null,
  drop column search,
  add column search text not null generated always as (fold(name || ' ' || surname || ' ' || coalesce(email, ''))) stored,
  add constraint users_contact check (not is_contact or (role = 'customer' and password_hash is null and operator_id is null)),
  add constraint users_without_email check (email is not null or is_contact);

-- As before, with the start page.
drop function open_request(text, uuid, text);
create function open_request(request_domain text, request_session uuid, expected_version text default null)
  returns table (
    vendor_id uuid, session_id uuid, user_id uuid, role text, email text, name text, start_page text, authenticated_recently boolean, version text
  )
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select d.vendor_id into vendor_id from vendor_domains d where d.domain = request_domain;
  perform set_config('app.vendor', coalesce(vendor_id::text, ''), true);
  select s.id, u.id, u.role, u.email, trim(u.name || ' ' || u.surname), u.start_page, s.date_authenticated > now() - interval '15 minutes'
    into session_id, user_id, role, email, name, start_page, authenticated_recently
    from sessions s join users u on u.vendor_id = s.vendor_id and u.id = s.user_id
   where s.vendor_id = open_request.vendor_id and s.id = request_session and s.date_expires > now();
  version := md5(row(vendor_id, session_id, user_id, role, email, name, start_page, authenticated_recently)::text);
  if version <> expected_version then
    raise exception using errcode = 'TZ002', message = 'The session or its domain has changed';
  end if;
  return next;
end $$;
revoke execute on function open_request(text, uuid, text) from public;
grant execute on function open_request(text, uuid, text) to tezgah_server;

-- Vendors and companies

alter table vendors
  -- For how many days customers may reopen a ticket after its closing, and unarchive one that they
  -- archived; 0: never.
  add column reopen_days            int not null default 14 check (reopen_days between 0 and 365),
  -- Whether a ticket that nobody has is assigned to the first colleague who answers it.
  add column assign_on_reply        boolean not null default false,
  -- Whether customers learn that the team views or writes on their ticket.
  add column staff_may_invite       boolean not null default false, -- users of companies
  add column customers_see_presence boolean not null default true,
  -- Of the telephone numbers without a country code, by ISO 3166-1.
  add column country                text not null default 'TR' check (country ~ '^[A-Z]{2}$'),
  -- Whose sessions may be kept on a device (docs/decisions/0081-kept-sessions.md).
  add column kept_sessions          text not null default 'customers' check (kept_sessions in ('nobody', 'customers', 'everyone')),
  -- The number to call when a machine stands, and whether somebody answers it at any time, or in
  -- the working hours only.
  add column emergency_phone        text not null default '',
  add column emergency_always       boolean not null default true,

  -- When the team works. An array has a number for each day of the week, Monday first: minutes
  -- since midnight; null: nobody works.
  add column time_zone              text not null default 'Europe/Istanbul',
  add column opens                  int[] not null default '{540,540,540,540,540,null,null}' check (cardinality(opens) = 7),
  add column closes                 int[] not null default '{1080,1080,1080,1080,1080,null,null}' check (cardinality(closes) = 7),
  add column public_holidays        boolean not null default true,   -- whether nobody works on Turkey's
  add column days_off               date[] not null default '{}',    -- and on these
  -- Within how many minutes of that it answers a ticket, in the order of the priorities, the most
  -- urgent first; null: there is no target.
  add column first_targets          int[] not null default '{null,null,null,null}' check (cardinality(first_targets) = 4),
  add column next_targets           int[] not null default '{null,null,null,null}' check (cardinality(next_targets) = 4),
  -- Up to which ticket, in the order of their ids, the due dates of the waiting ones are by
  -- the present targets (record 0073); null: all are.
  add column due_dates_after        uuid,

  -- The local part of the address for new tickets; without one it is the vendor's domain.
  add column mail_in_address        text check (mail_in_address ~ '^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$'),
  -- The sender of the vendor's mails, used once its DNS records were verified.
  add column sender_name            text check (length(sender_name) between 1 and 200),
  add column sender_address         text check (sender_address ~ '^[^\s@<>]+@[a-z0-9.-]+$' and length(sender_address) <= 254),
  add column date_sender_verified   timestamptz check (date_sender_verified is null or sender_address is not null),
  add column color                  text check (color ~ '^#[0-9a-f]{6}$'); -- of the button and links in mails
create unique index vendors_mail_in_address on vendors (mail_in_address);
grant update (
  reopen_days, assign_on_reply, staff_may_invite, customers_see_presence, country, kept_sessions, emergency_phone, emergency_always,
  time_zone, opens, closes, public_holidays, days_off, first_targets, next_targets, due_dates_after,
  mail_in_address, sender_name, sender_address, date_sender_verified, color
) on vendors to tezgah_server;

-- A kept session ends after a time without use, the others after a time from their sign-in.
alter table sessions add column is_kept boolean not null default false;
grant update (is_kept, date_expires) on sessions to tezgah_server;

-- Gives sessions that a new policy lets nobody keep the lifetime of the others; returns their users.
create function end_kept_sessions(policy text, lifetime interval) returns setof uuid language sql as $$
  update sessions set is_kept = false, date_expires = least(date_expires, date_created + lifetime)
   where vendor_id = app_vendor() and is_kept
     and (policy = 'nobody' or user_id in (select id from users where vendor_id = app_vendor() and role <> 'customer'))
  returning user_id
$$;

-- A company's machine may have no warranty.
alter table company_machines alter column date_of_warranty_end drop not null;

-- Tickets

-- What each message changes, apart from `tickets`, whose other columns have indexes that a reply
-- would write again (docs/decisions/0044-ticket-states.md). The company, the date of opening and
-- whether it is open are copied, so that the indexes and lists need no ticket.
create table ticket_states (
  vendor_id             uuid not null default app_vendor(),
  ticket_id             uuid not null,
  company_id            uuid not null,
  date_created          timestamptz not null,
  is_open               boolean not null,
  priority              text not null default 'normal' check (priority in ('standing', 'impaired', 'normal', 'question')),
  assignee_id           uuid,                          -- the member of the team who has it to answer; null: nobody
  date_last_message     timestamptz,
  last_message_is_staff boolean not null default false,
  is_answered           boolean not null default false,                   -- the team has written before
  waiting_for           text check (waiting_for in ('team', 'customer')), -- whose reply; null: of nobody
  date_waiting          timestamptz,                   -- since when it waits for the team
  date_due              timestamptz,                   -- of that reply
  call_back             text not null default '',      -- the number at which its author asked to be called; empty: not
  -- The team's lists of what is to be done leave it out until then. A message of the customer, its
  -- closing and the date itself end that.
  date_snoozed          timestamptz,
  primary key (vendor_id, ticket_id),
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, assignee_id) references users,
  check ((waiting_for is not distinct from 'team') = (date_waiting is not null))
) with (fillfactor = 85);
call protect('ticket_states', 'select, insert, update');
comment on column ticket_states.company_id is 'copied from the ticket';
comment on column ticket_states.date_created is 'copied from the ticket';

-- A closed ticket awaits a reply too, where its last message came after the closing.
insert into ticket_states (
  vendor_id, ticket_id, company_id, date_created, is_open, date_last_message, last_message_is_staff, is_answered, waiting_for, date_waiting
)
select vendor_id, id, company_id, date_created, status = 'open', date_last_message, last_message_is_staff,
       last_message_is_staff or exists (select from messages m where m.vendor_id = t.vendor_id and m.ticket_id = t.id and m.is_staff),
       waiting_for, case when waiting_for = 'team' then coalesce(date_last_message, date_created) end
  from tickets t cross join lateral (
    select case when status = 'open' or (status = 'closed' and date_last_message > date_closed)
                then case when last_message_is_staff then 'customer' else 'team' end end
  ) as reply(waiting_for);

create index ticket_states_by_last_message on ticket_states (vendor_id, date_last_message desc, ticket_id desc);
create index ticket_states_of_company_by_last_message on ticket_states (vendor_id, company_id, date_last_message desc, ticket_id desc);
create index ticket_states_waiting on ticket_states (vendor_id, waiting_for, date_created desc, ticket_id desc) include (date_snoozed)
  where waiting_for is not null;
create index ticket_states_waiting_of_company on ticket_states
  (vendor_id, company_id, waiting_for, coalesce(date_last_message, date_created), ticket_id) include (date_snoozed)
  where waiting_for is not null;
-- The team's replies in the order in which they are due; without a target, since when they wait.
create index ticket_states_to_answer on ticket_states (vendor_id, date_due, date_waiting, ticket_id)
  where waiting_for = 'team' and date_snoozed is null;
-- The index of all last messages would be read from the oldest ticket, which is closed as most are.
create index ticket_states_with_customer on ticket_states (vendor_id, date_last_message, ticket_id) where waiting_for = 'customer';
create index ticket_states_open_by_assignee on ticket_states (vendor_id, assignee_id, date_due, date_waiting, ticket_id)
  where is_open and assignee_id is not null and date_snoozed is null;
-- `assignee_id is null` gives the rows of an index no order.
create index ticket_states_unassigned on ticket_states (vendor_id, date_due, date_waiting, ticket_id)
  where is_open and assignee_id is null and date_snoozed is null;
create index ticket_states_assigned on ticket_states (vendor_id, assignee_id, date_created desc, ticket_id desc)
  where assignee_id is not null;
create index ticket_states_snoozed on ticket_states (vendor_id, date_created desc, ticket_id desc) where date_snoozed is not null;
-- A prepared statement keeps the plan of the vendor that used its connection first. Without
-- statistics of the vendors that plan is the same for each: of a small one it would read all states
-- and sort them.
alter table ticket_states alter column vendor_id set statistics 0;

-- The number by which people name a ticket: for each vendor from 1001 on, in the order of opening.
create table ticket_numbers (
  vendor_id uuid not null default app_vendor() references vendors,
  last      int not null,
  primary key (vendor_id)
) with (fillfactor = 50);
call protect('ticket_numbers', 'select');

-- The indexes of the dropped columns go with them. `tickets_by_status` has the rows of
-- `tickets_archived` in the same order.
alter table tickets
  drop column date_last_message,
  drop column last_message_is_staff,
  add column number       int,
  add column continues_id uuid,                        -- the earlier ticket of its company that it continues
  add foreign key (vendor_id, continues_id) references tickets;
drop index tickets_archived, tickets_by_title;
create temp table numbered on commit drop as
  select vendor_id, id, 1000 + row_number() over (partition by vendor_id order by date_created, id)::int as number from tickets;
insert into ticket_numbers (vendor_id, last) select vendor_id, max(number) from numbered group by vendor_id;
create index on numbered (id);
analyze numbered;
create function pg_temp.number_of(vendor uuid, ticket uuid) returns int stable language sql
  as 'select number from numbered n where n.id = ticket and n.vendor_id = vendor';
-- Rewrites the table and builds its indexes once; an update would insert each row into each of
-- them.
alter table tickets alter column number type int using pg_temp.number_of(vendor_id, id);
alter table tickets alter column number set not null;
comment on column tickets.number is 'set by a trigger';
create unique index tickets_by_number on tickets (vendor_id, number);
create index tickets_by_title on tickets (vendor_id, title collate turkish, id);
create index tickets_by_closing on tickets (vendor_id, status, date_closed, id) where status <> 'open';
create index tickets_open_of_company on tickets (vendor_id, company_id) include (company_machine_id) where status = 'open';
create index tickets_continuing on tickets (vendor_id, continues_id, date_created, id) where continues_id is not null;

create function set_ticket_number() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into ticket_numbers values (new.vendor_id, 1001)
    on conflict (vendor_id) do update set last = ticket_numbers.last + 1 returning last into new.number;
  return new;
end $$;
revoke execute on function set_ticket_number from public;
create trigger set_number before insert on tickets for each row when (new.number is null) execute function set_ticket_number();

-- The reopenings of a ticket, the closings and archivings that they ended, and other changes. Of
-- the last closing and archiving the ticket's own row says who and when.
create table ticket_changes (
  vendor_id    uuid not null default app_vendor(),
  id           uuid not null,
  ticket_id    uuid not null,
  status       text not null check (status in ('open', 'closed', 'archived', 'assigned', 'prioritized', 'snoozed', 'corrected')),
  user_id      uuid,                                   -- null: closed or archived before this was recorded
  assignee_id  uuid,                                   -- of `assigned`; null: the ticket was unassigned
  priority     text check (priority in ('standing', 'impaired', 'normal', 'question')), -- of `prioritized`
  date_snoozed timestamptz,                            -- of `snoozed`; null: a user ended it
  field        text check (field in ('title', 'machine', 'requester', 'company')), -- of `corrected`
  value_before text not null default '',               -- of `corrected`: the title, or the name then
  value_after  text not null default '',
  date_changed timestamptz not null,
  primary key (vendor_id, ticket_id, id),
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, user_id) references users,
  foreign key (vendor_id, assignee_id) references users
);
call protect('ticket_changes', 'select, insert');

-- A duplicate whose messages and notes are now of another ticket of its company; it is archived.
create table ticket_merges (
  vendor_id   uuid not null default app_vendor(),
  ticket_id   uuid not null,
  into_id     uuid not null,
  user_id     uuid not null,                           -- of the vendor's team
  was_open    boolean not null,
  date_merged timestamptz not null default now(),
  primary key (vendor_id, ticket_id),
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, into_id) references tickets,
  foreign key (vendor_id, user_id) references users
);
create index ticket_merges_of_target on ticket_merges (vendor_id, into_id);
call protect('ticket_merges', 'select, insert, delete');

-- By what a vendor's team classifies its tickets; customers do not see it.
create table topics (
  vendor_id    uuid not null default app_vendor() references vendors,
  id           uuid not null,
  name         text not null check (name <> ''),
  date_created timestamptz not null default now(),
  primary key (vendor_id, id)
);
create unique index topics_by_name on topics (vendor_id, fold(name));
call protect('topics', 'select, insert, update, delete');

create table ticket_topics (
  vendor_id uuid not null default app_vendor(),
  ticket_id uuid not null,
  topic_id  uuid not null,
  primary key (vendor_id, ticket_id, topic_id),
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, topic_id) references topics
);
create index ticket_topics_of_topic on ticket_topics (vendor_id, topic_id, ticket_id);
call protect('ticket_topics', 'select, insert, delete');

-- Filters of the queue, saved under a name by a member of the team.
create table ticket_filters (
  vendor_id    uuid not null default app_vendor(),
  id           uuid not null,
  user_id      uuid not null,                          -- who has saved it
  is_of_team   boolean not null,                       -- whether the whole team sees it
  name         text not null,
  query        jsonb not null,                         -- the filter (contract/ticket-filters.ts); what it names may be removed by now
  date_created timestamptz not null default now(),
  primary key (vendor_id, id),
  foreign key (vendor_id, user_id) references users
);
create unique index ticket_filters_by_name on ticket_filters
  (vendor_id, (case when is_of_team then null else user_id end), lower(name)) nulls not distinct;
call protect('ticket_filters', 'select, insert, update, delete');

-- Messages, notes and saved replies

alter table messages
  drop constraint messages_contents_check,             -- a message of files has no text
  add column date_retracted timestamptz,               -- its sender took it back: its text and files are gone
  add column recorded_by    uuid,                      -- who of the team recorded it for a customer
  add column merged_from    uuid,                      -- the duplicate to which it returns when the merge is undone
  add foreign key (vendor_id, recorded_by) references users;
grant update (contents, ticket_id, date_retracted, merged_from) on messages to tezgah_server;

-- The file of a saved reply is in each message that was sent with it.
alter table message_files drop constraint message_files_pkey, add primary key (vendor_id, message_id, file_id),
  add column position int not null default 0;          -- as its author chose them; 0: by the ids
drop index message_files_of_message;
create index message_files_of_file on message_files (vendor_id, file_id);
grant delete on message_files to tezgah_server;

-- Notes between the vendor's people: a table of their own, so that no query for a customer, who
-- reads `messages`, can have one.
create table ticket_notes (
  vendor_id   uuid not null default app_vendor(),
  id          uuid not null,
  ticket_id   uuid not null,
  user_id     uuid not null,                           -- of the vendor's team
  contents    text not null,
  date_added  timestamptz not null default now(),
  merged_from uuid,                                    -- as of messages
  primary key (vendor_id, id),
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, user_id) references users
);
create index ticket_notes_of_ticket on ticket_notes (vendor_id, ticket_id, date_added, id);
call protect('ticket_notes', 'select, insert');
grant update (ticket_id, merged_from) on ticket_notes to tezgah_server;

create table note_mentions (
  vendor_id uuid not null default app_vendor(),
  note_id   uuid not null,
  user_id   uuid not null,
  primary key (vendor_id, note_id, user_id),
  foreign key (vendor_id, note_id) references ticket_notes,
  foreign key (vendor_id, user_id) references users
);
call protect('note_mentions', 'select, insert');

create table note_files (
  vendor_id uuid not null default app_vendor(),
  note_id   uuid not null,
  file_id   uuid not null,
  position  int not null,
  primary key (vendor_id, file_id),
  foreign key (vendor_id, note_id) references ticket_notes,
  foreign key (vendor_id, file_id) references files
);
create index note_files_of_note on note_files (vendor_id, note_id);
call protect('note_files', 'select, insert');

-- Texts of messages that recur, saved under a shortcode by a member of the team.
create table saved_replies (
  vendor_id    uuid not null default app_vendor(),
  id           uuid not null,
  user_id      uuid not null,                          -- who has saved it
  is_of_team   boolean not null,                       -- whether the whole team sees it
  shortcode    text not null,
  turkish      text not null default '',               -- empty in at most one language
  english      text not null default '',
  date_created timestamptz not null default now(),
  primary key (vendor_id, id),
  foreign key (vendor_id, user_id) references users,
  check (turkish <> '' or english <> '')
);
create unique index saved_replies_by_shortcode on saved_replies
  (vendor_id, (case when is_of_team then null else user_id end), fold(shortcode)) nulls not distinct;
call protect('saved_replies', 'select, insert, update, delete');

create table saved_reply_files (
  vendor_id uuid not null default app_vendor(),
  reply_id  uuid not null,
  file_id   uuid not null,
  primary key (vendor_id, file_id),
  foreign key (vendor_id, reply_id) references saved_replies,
  foreign key (vendor_id, file_id) references files
);
create index saved_reply_files_of_reply on saved_reply_files (vendor_id, reply_id);
-- A message that takes a file locks its row, which needs `update`.
call protect('saved_reply_files', 'select, insert, update, delete');

-- The whole text of a message that came by mail, with what was cut from it.
create table message_mails (
  vendor_id  uuid not null default app_vendor(),
  message_id uuid not null,
  contents   text not null,
  primary key (vendor_id, message_id),
  foreign key (vendor_id, message_id) references messages
);
call protect('message_mails', 'select, insert');

-- The bytes of a vendor's messages, notes and the mails by which they came. Sixteen rows, by the
-- message's id: with a single one, all messages of a vendor would wait for each other's commit.
create table message_usage (
  vendor_id uuid not null default app_vendor() references vendors,
  shard     int    not null,
  bytes     bigint not null check (bytes >= 0),
  primary key (vendor_id, shard)
);
call protect('message_usage', 'select');

create function usage_shard(message_id uuid) returns int language sql immutable strict parallel safe
  return get_byte(uuid_send(message_id), 15) % 16;

insert into message_usage (vendor_id, shard, bytes)
  select vendor_id, usage_shard(id), sum(octet_length(contents)) from messages group by 1, 2;

create function count_added_messages() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into message_usage (vendor_id, shard, bytes)
  select vendor_id, usage_shard(id), sum(octet_length(contents)) from added group by 1, 2 order by 1, 2
    on conflict (vendor_id, shard) do update set bytes = message_usage.bytes + excluded.bytes;
  return null;
end $$;

create function count_added_mails() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into message_usage (vendor_id, shard, bytes)
  select vendor_id, usage_shard(message_id), sum(octet_length(contents)) from added group by 1, 2 order by 1, 2
    on conflict (vendor_id, shard) do update set bytes = message_usage.bytes + excluded.bytes;
  return null;
end $$;

revoke execute on function count_added_messages(), count_added_mails() from public;
create trigger count_added after insert on messages referencing new table as added for each statement execute function count_added_messages();
create trigger count_added after insert on ticket_notes referencing new table as added for each statement execute function count_added_messages();
create trigger count_added after insert on message_mails referencing new table as added for each statement execute function count_added_mails();

-- Files

-- Whether the structure of a stored picture was read, by which one that is costly to decode is a
-- download.
alter table files add column is_inspected boolean not null default false;
-- How often all links to the file were ended before their time.
alter table files add column link_revision int not null default 0;
-- `cancelled`: its sender has given up the upload after the message was sent, or has not sent it in
-- time. Its row stays with the message and takes no room, like one of an infected file.
alter table files drop constraint files_scan_check,
  add constraint files_scan_check check (scan in ('waiting', 'clean', 'oversize', 'infected', 'cancelled'));
create or replace function count_removed_files() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update file_usage set bytes = greatest(0, file_usage.bytes - gone.bytes)
    from (select vendor_id, sum(case when scan in ('infected', 'cancelled') then 0 else file_size end) as bytes from removed group by vendor_id) as gone
   where file_usage.vendor_id = gone.vendor_id;
  return null;
end $$;
create or replace function count_added_files() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into file_usage (vendor_id, bytes)
    select vendor_id, sum(case when scan in ('infected', 'cancelled') then 0 else file_size end) from added group by vendor_id order by vendor_id
    on conflict (vendor_id) do update set bytes = file_usage.bytes + excluded.bytes;
  return null;
end $$;
drop trigger count_infected on files;
alter function count_infected_file() rename to count_file_without_bytes;
create trigger count_without_bytes after update of scan on files for each row
  when (new.scan in ('infected', 'cancelled') and old.scan is distinct from new.scan) execute function count_file_without_bytes();

-- The first parts of an upload that is sent in several; the last one joins them to the file's
-- bytes.
create table file_parts (
  vendor_id  uuid not null default app_vendor(),
  file_id    uuid not null,
  first_byte bigint not null,
  size       bigint not null check (size > 0),
  stored_as  uuid not null,                            -- the storage key of its bytes
  primary key (vendor_id, file_id, first_byte),
  foreign key (vendor_id, file_id) references files on delete cascade
);
create index file_parts_stored on file_parts (vendor_id, stored_as); -- for the sweep of the storage
call protect('file_parts', 'select, insert, delete');

-- Each picture is drawn once in each size, for all mails and pages; one without bytes cannot be
-- drawn. Those with bytes are deleted a week later.
create table thumbnails (
  vendor_id  uuid not null default app_vendor(),
  file_id    uuid not null,
  side       int not null check (side in (320, 1280)), -- pixels, at most
  bytes      bytea check (length(bytes) <= 256000),
  width      int not null default 0,
  height     int not null default 0,
  date_drawn timestamptz not null default now(),
  primary key (vendor_id, file_id, side),
  foreign key (vendor_id, file_id) references files on delete cascade
);
call protect('thumbnails', 'select, insert, delete');

-- Sent mails

-- Mails to users that are not delivered yet: waiting for the next attempt, being sent, or failed
-- for good. A delivered mail has no row.
create table mails (
  vendor_id    uuid not null default app_vendor(),
  id           uuid not null,                          -- its Message-ID begins with it
  user_id      uuid not null,                          -- its recipient
  kind         text not null,                          -- a MailKind (contract/mails.ts), and the queue of its job
  data         jsonb not null check (jsonb_typeof(data) = 'object' and not jsonb_path_exists(data, '$.* ? (@.type() != "string")')),
  state        text not null default 'waiting' check (state in ('waiting', 'sending', 'failed')),
  job          uuid not null,                          -- the one job that may send it, which may send others too: another one, such as that of an earlier retry, does nothing
  attempts     int not null default 0,
  answer       text,                                   -- of the mail server, or why it cannot be sent
  date_created timestamptz not null default now(),
  date_tried   timestamptz,                            -- the last attempt
  date_next    timestamptz default now(),              -- the next attempt at the latest
  check ((date_next is not null) = (state = 'waiting')),
  primary key (vendor_id, id),
  foreign key (vendor_id, user_id) references users
);
create index mails_of_job on mails (vendor_id, job);
-- A mail about a ticket waits for the earlier ones to its recipient.
create index mails_of_ticket on mails (vendor_id, user_id, (data->>'ticket'), id) where kind = 'ticket.news';
-- At most one mail about a ticket waits for each user; further events join it until its first
-- attempt begins.
create unique index mails_waiting_for_ticket on mails (vendor_id, user_id, (data->>'ticket'))
  where kind = 'ticket.news' and state = 'waiting' and attempts = 0;
call protect('mails', 'select, insert, update, delete');

-- Failed mails of all vendors by kind, for the metrics.
create function count_failed_mails() returns table (kind text, count int) language sql stable security definer set search_path = public, pg_temp
  as $$ select kind, count(*)::int from mails where state = 'failed' group by kind $$;
revoke execute on function count_failed_mails() from public;
grant execute on function count_failed_mails() to tezgah_server;

-- Until now a mail was a job of pg-boss with the mail's data. Of a database these jobs stay,
-- without the data, and send the rows made here; a backup of an earlier version has its jobs in
-- platform.restored_jobs, and its mails get new jobs after the restore.
do $$
declare
  kinds constant text[] := array['user.invited', 'user.added', 'password.forgotten', 'device.new', 'password.changed', 'secondFactor.changed', 'signIn.unusual'];
  of_boss record;
begin
  if to_regclass('pgboss.job') is not null then
    lock table pgboss.job in access exclusive mode; -- an older instance adds its job before, or not at all
    insert into mails (vendor_id, id, user_id, kind, data, job, state, attempts, answer, date_created, date_tried, date_next)
      select u.vendor_id, j.id, u.id, j.name, j.data - 'vendor' - 'user', j.id,
             case j.state::text when 'failed' then 'failed' when 'active' then 'sending' else 'waiting' end,
             case when j.started_on is null then 0 else j.retry_count + 1 end, j.output->>'answer', j.created_on, j.started_on,
             case when j.state::text in ('created', 'retry') then j.start_after end
        from pgboss.job j join users u on u.vendor_id::text = j.data->>'vendor' and u.id::text = j.data->>'user'
       where j.name = any(kinds) and j.state::text in ('created', 'retry', 'active', 'failed');
    update pgboss.job set data = jsonb_build_object('vendor', data->'vendor'), output = null where name = any(kinds);
    -- The server adds jobs only, from now on: it takes these few rights at its next start.
    drop index if exists pgboss.jobs_of_vendor;
    revoke all on all tables in schema pgboss from tezgah_server;
    for of_boss in select policyname as policy, tablename as name from pg_policies where schemaname = 'pgboss' loop
      execute format('drop policy %I on pgboss.%I', of_boss.policy, of_boss.name);
      execute format('alter table pgboss.%I no force row level security, disable row level security', of_boss.name);
    end loop;
  end if;
  if to_regclass('platform.restored_jobs') is not null then
    insert into mails (vendor_id, id, user_id, kind, data, job, state, answer, date_next)
      select u.vendor_id, j.id, u.id, j.name, j.data - 'vendor' - 'user', j.id, case when j.failed then 'failed' else 'waiting' end,
             j.output->>'answer', case when not j.failed then now() - interval '1 hour' end
        from platform.restored_jobs j join users u on u.vendor_id::text = j.data->>'vendor' and u.id::text = j.data->>'user'
       where j.name = any(kinds);
    drop table platform.restored_jobs;
  end if;
end $$;

-- Recent messages that a mail has, or will have: these are not taken back. The rows are deleted an
-- hour later.
create table mailed_messages (
  vendor_id   uuid not null default app_vendor(),
  message_id  uuid not null,
  date_mailed timestamptz not null default now(),
  primary key (vendor_id, message_id),
  foreign key (vendor_id, message_id) references messages
);
call protect('mailed_messages', 'select, insert, delete');

-- Users with an undeliverable address: until the row is deleted, the server sends them no mail
-- about tickets or a new company.
create table undeliverable_addresses (
  vendor_id    uuid not null default app_vendor(),
  user_id      uuid not null,
  diagnostic   text not null default '',               -- of the mail server that refused it
  date_bounced timestamptz not null default now(),
  primary key (vendor_id, user_id),
  foreign key (vendor_id, user_id) references users
);
call protect('undeliverable_addresses', 'select, insert, update, delete');

-- How many mails a vendor sent and received each day, by what became of them; for 30 days.
create table mail_counts (
  vendor_id uuid not null default app_vendor() references vendors,
  day       date not null default current_date,
  outcome   text not null,                             -- a MailOutcome (contract/mails.ts)
  count     int not null,
  primary key (vendor_id, day, outcome)
);
call protect('mail_counts', 'select, insert, update, delete');

create function sum_mail_counts() returns table (outcome text, count int) language sql stable security definer set search_path = public, pg_temp
  as $$ select outcome, sum(count)::int from mail_counts group by outcome $$;
revoke execute on function sum_mail_counts() from public;
grant execute on function sum_mail_counts() to tezgah_server;

-- Received mails

-- The address that a mail about a ticket has as Reply-To, `reply+{token}@…`: it names the ticket
-- and the only user authorised to write to it.
create table reply_tokens (
  vendor_id    uuid not null default app_vendor(),
  ticket_id    uuid not null,
  user_id      uuid not null,
  token        text not null check (token ~ '^[a-z2-7]{26}$'),
  date_created timestamptz not null default now(),
  primary key (vendor_id, ticket_id, user_id),
  unique (vendor_id, token),                           -- random enough to be unique; a constraint without the vendor could not be distributed
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, user_id) references users
);
create index reply_tokens_by_token on reply_tokens (token);
call protect('reply_tokens', 'select, insert');

-- The vendor of a recipient of a received mail, before a vendor is known: of a reply token, or of
-- an address for new tickets.
create function find_mail_recipient(of_token text, of_address text) returns uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(
    (select vendor_id from reply_tokens where token = of_token),
    (select vendor_id from vendors where mail_in_address = of_address),
    (select d.vendor_id from vendor_domains d join vendors v using (vendor_id) where d.domain = of_address and v.mail_in_address is null))
$$;
revoke execute on function find_mail_recipient(text, text) from public;
grant execute on function find_mail_recipient(text, text) to tezgah_server;

-- Whether another vendor receives mail at this local part, by its address for new tickets or by its
-- domain.
create function is_mail_address_taken(of_address text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from vendors where mail_in_address = of_address and vendor_id <> app_vendor())
    or exists (select from vendor_domains where domain = of_address and vendor_id <> app_vendor())
$$;
revoke execute on function is_mail_address_taken(text) from public;
grant execute on function is_mail_address_taken(text) to tezgah_server;

-- One row for each recipient, with the raw mail: so that it is acknowledged, deduplicated, backed
-- up and deleted with its row.
create table received_mails (
  vendor_id      uuid not null default app_vendor() references vendors,
  id             uuid not null,
  fingerprint    text not null,                        -- a hash of Message-ID and body, or of the mail without a Message-ID
  recipient      text not null,                        -- of the envelope, in lower case
  envelope_from  text not null default '',
  client_address text not null default '',             -- of the SMTP client, for SPF
  client_name    text not null default '',
  raw            bytea not null,
  sender         text not null default '',             -- the address in From
  sender_name    text not null default '',
  subject        text not null default '',
  mail_reference text not null default '',             -- its Message-ID: the mails about its ticket refer to it
  state          text not null default 'waiting'
    check (state in ('waiting', 'filed', 'answered', 'automatic', 'bounced', 'held', 'failed', 'discarded')),
  reason         text,                                 -- a ReceivedReason (contract/mail-in.ts)
  user_id        uuid,                                 -- for whom it is filed
  ticket_id      uuid,
  asked          uuid,                                 -- the mail of which the machine was asked, where this answers without a name
  is_accepted    boolean not null default false,       -- by the team: its sender is not checked again
  is_told        boolean not null default false,       -- whether the sender of a held one was told so
  attempts       int not null default 0,               -- to file it, since the last one that ended
  failed_checks  int not null default 0,               -- of its sender, for the DNS: after three it is held
  date_attempted timestamptz,                          -- of an attempt that has not ended
  date_received  timestamptz not null default now(),
  date_changed   timestamptz not null default now(),   -- of the state
  date_seen      timestamptz,                          -- of one in no ticket: when the team has accepted, discarded or seen it
  search         text not null generated always as (fold(sender || ' ' || sender_name || ' ' || subject)) stored,
  primary key (vendor_id, id),
  unique (vendor_id, fingerprint, recipient),
  foreign key (vendor_id, user_id) references users,
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, asked) references received_mails on delete set null (asked)
);
alter table received_mails alter column raw set storage external; -- mostly base64, which does not compress
create index received_mails_newest on received_mails (vendor_id, date_received desc, id desc);
create index received_mails_waiting on received_mails (vendor_id, recipient, id) where state = 'waiting'; -- the order of filing
create index received_mails_filed on received_mails (vendor_id, ticket_id, id desc) where state = 'filed' and mail_reference <> '';
create index received_mails_asked on received_mails (vendor_id, asked) where asked is not null;
create index received_mails_open on received_mails (vendor_id, date_received desc, id desc)
  where state in ('held', 'failed', 'automatic') and date_seen is null and reason is distinct from 'ownMail' and (user_id is not null or recipient like 'reply+%');
call protect('received_mails', 'select, insert, update, delete');

-- Where each received mail was filed: a replay is known after the raw mail is deleted, by a DKIM
-- signature of one that was filed, whatever its unsigned headers say.
create table filed_mails (
  vendor_id   uuid not null default app_vendor(),
  fingerprint text not null,                           -- of the received mail
  ticket_id   uuid not null,
  user_id     uuid not null,
  signatures  text[] not null,                         -- hashes of sender and DKIM signature
  primary key (vendor_id, fingerprint, ticket_id),
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, user_id) references users
);
create index filed_mails_signed on filed_mails (vendor_id, user_id) where signatures <> '{}';
call protect('filed_mails', 'select, insert');

-- Notifications

-- Which users are told of an event on a ticket: one row for each of them. The rows are deleted
-- after 90 days.
create table notifications (
  vendor_id    uuid not null default app_vendor(),
  user_id      uuid not null,                          -- the recipient
  id           uuid not null,                          -- of the event, ordered by time; all its recipients share it
  ticket_id    uuid not null,
  kind         text not null,                          -- a NotificationKind (contract/notifications.ts)
  actor_id     uuid,                                   -- who caused the event; null: the server
  message_id   uuid,
  note_id      uuid,
  mail_id      uuid,                                   -- the mail that will tell of it; null: none, or it is delivered
  date_created timestamptz not null default now(),
  date_read    timestamptz,
  primary key (vendor_id, user_id, id),
  foreign key (vendor_id, user_id) references users,
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, actor_id) references users,
  foreign key (vendor_id, message_id) references messages,
  foreign key (vendor_id, note_id) references ticket_notes,
  foreign key (vendor_id, mail_id) references mails on delete set null (mail_id)
);
create index notifications_unread on notifications (vendor_id, user_id, ticket_id) where date_read is null;
-- The bell lists the newest first: without this order it would join and sort all unread ones.
create index notifications_newest_unread on notifications (vendor_id, user_id, id) where date_read is null;
create index notifications_of_mail on notifications (vendor_id, mail_id) where mail_id is not null;
create index notifications_oldest on notifications (vendor_id, date_created);
call protect('notifications', 'select, insert, update, delete');

-- How a user is told of events of a kind, where they have changed the default.
create table preferences (
  vendor_id uuid not null default app_vendor(),
  user_id   uuid not null,
  kind      text not null,                             -- a NotificationKind
  mail      boolean not null,
  browser   boolean not null,
  primary key (vendor_id, user_id, kind),
  foreign key (vendor_id, user_id) references users
);
call protect('preferences', 'select, insert, update');

-- Of which tickets a member of the vendor's team is told, where they have changed the default.
create table notification_scopes (
  vendor_id  uuid not null default app_vendor(),
  user_id    uuid not null,
  scope      text not null check (scope in ('all', 'mine', 'companies')),
  companies  uuid[] not null default '{}',             -- for the scope `companies`
  push_text  boolean not null default false,           -- whether notifications have the title and text of the ticket
  push_ended timestamptz,                              -- when the user last ended pushes in all browsers, which then do not renew them
  primary key (vendor_id, user_id),
  foreign key (vendor_id, user_id) references users
);
call protect('notification_scopes', 'select, insert, update');

-- The tickets that a user follows, or has muted.
create table ticket_follows (
  vendor_id uuid not null default app_vendor(),
  ticket_id uuid not null,
  user_id   uuid not null,
  follows   boolean not null,                          -- false: muted
  primary key (vendor_id, ticket_id, user_id),
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, user_id) references users
);
call protect('ticket_follows', 'select, insert, update, delete');

-- When a user last saw a ticket with its messages; no row: never.
create table ticket_reads (
  vendor_id uuid not null default app_vendor(),
  user_id   uuid not null,
  ticket_id uuid not null,
  date_read timestamptz not null default now(),
  primary key (vendor_id, user_id, ticket_id),
  foreign key (vendor_id, user_id) references users,
  foreign key (vendor_id, ticket_id) references tickets
);
call protect('ticket_reads', 'select, insert, update');

-- The browsers that receive a user's notifications as web pushes while the portal is not open
-- there.
create table push_subscriptions (
  vendor_id    uuid not null default app_vendor(),
  id           uuid not null,
  user_id      uuid not null,
  session_id   uuid,                                   -- the one that subscribed; null: it has expired, which ends no pushes
  endpoint     text not null,                          -- at the push service; known to it and the browser only
  p256dh       text not null,                          -- the browser's public key (RFC 8291)
  auth         text not null,                          -- its authentication secret
  date_created timestamptz not null default now(),
  date_used    timestamptz not null default now(),     -- when the portal was last opened in the browser
  primary key (vendor_id, id),
  unique (vendor_id, endpoint),
  foreign key (vendor_id, user_id) references users,
  foreign key (vendor_id, session_id) references sessions on delete cascade
);
create index push_subscriptions_of_user on push_subscriptions (vendor_id, user_id);
create index push_subscriptions_of_session on push_subscriptions (vendor_id, session_id) where session_id is not null;
call protect('push_subscriptions', 'select, insert, update, delete');

-- A new password ends the pushes of a user, also those whose session has expired; so does a new
-- role.
create function end_push_of_user() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where vendor_id = new.vendor_id and user_id = new.id;
  return null;
end $$;
create trigger end_push after update of password_hash, role on users for each row
  when (old.password_hash is distinct from new.password_hash or old.role <> new.role) execute function end_push_of_user();
