-- Everything is reached through the vendor: it leads every key, and row-level security lets the server's role see one vendor's rows
-- at a time, those of the setting app.vendor. The owner of the tables (migrations, commands, backups) sees all.

create extension if not exists pg_trgm;

do $$ begin
  if not exists (select from pg_roles where rolname = 'tezgah_server') then
    create role tezgah_server nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'tezgah_jobs') then
    create role tezgah_jobs nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster made them at the same time
end $$;
do $$ begin
  execute format('grant tezgah_server, tezgah_jobs to %I', current_user);
exception when insufficient_privilege then null; -- a superuser granted them already, or they are checked for when the server starts
end $$;
grant usage on schema public to tezgah_server;

-- The queue's own tables: pg-boss makes them, as their owner and with no right to anything else.
create schema pgboss authorization tezgah_jobs;

create function app_vendor() returns uuid stable parallel safe language sql
  as $$ select nullif(current_setting('app.vendor', true), '')::uuid $$;

-- The form in which texts are searched; contract/turkish.ts does the same. İ I ı i are one letter, so are ş and s.
create function fold(value text) returns text immutable strict parallel safe language sql
  as $$ select translate(lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g') collate "und-x-icu"), 'ı', 'i') $$;

-- A new table: to be called once for each, with the rights that the server has on it.
create procedure protect(name text, rights text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security, force row level security', name);
  execute format('create policy one_vendor on %I to tezgah_server using (vendor_id = app_vendor()) with check (vendor_id = app_vendor())', name);
  execute format('create policy all_vendors on %I to %I using (true) with check (true)', name, current_user);
  execute format('grant %s on %I to tezgah_server', rights, name);
end $$;

create table vendors (
  vendor_id        uuid primary key,
  name             text not null check (name <> ''),
  live_support_url text,
  date_created     timestamptz not null default now()
);
call protect('vendors', 'select');

-- The platform is the vendor of those who run the installation: its users are the operators.
insert into vendors (vendor_id, name) values ('00000000-0000-0000-0000-000000000000', 'Tezgah');

create table vendor_domains (
  vendor_id    uuid not null default app_vendor() references vendors,
  domain       text not null unique check (domain = lower(domain) and domain <> ''),
  date_created timestamptz not null default now(),
  primary key (vendor_id, domain)
);
call protect('vendor_domains', 'select');

create table users (
  vendor_id     uuid not null default app_vendor() references vendors,
  id            uuid not null,
  email         text not null,
  password_hash text,                                  -- null: invited, not active yet; or an operator, whose password the platform keeps
  name          text not null,
  surname       text not null default '',
  phone         text not null default '',
  language      text not null default 'tr' check (language in ('tr', 'en')),
  role          text not null check (role in ('operator', 'admin', 'staff', 'customer')),
  operator_id   uuid,                                  -- at a vendor: the operator of the platform that works here under this row
  date_created  timestamptz not null default now(),
  search        text not null generated always as (fold(name || ' ' || surname || ' ' || email)) stored,
  primary key (vendor_id, id)
);
create unique index users_email on users (vendor_id, email) where operator_id is null;
create unique index users_operator on users (vendor_id, operator_id) where operator_id is not null;
call protect('users', 'select, insert, update');

create table sessions (
  vendor_id    uuid not null default app_vendor(),
  id           uuid not null,
  user_id      uuid not null,
  date_created timestamptz not null default now(),
  date_expires timestamptz not null,
  primary key (vendor_id, id),
  foreign key (vendor_id, user_id) references users
);
create index sessions_of_user on sessions (vendor_id, user_id);
call protect('sessions', 'select, insert, delete');

-- The links that let somebody set a password: of a link only the hash is kept, one of each purpose lives.
create table activations (
  vendor_id    uuid not null default app_vendor(),
  user_id      uuid not null,
  purpose      text not null check (purpose in ('invitation', 'reset')),
  id           uuid not null,
  token_hash   bytea not null,
  date_expires timestamptz not null,
  primary key (vendor_id, user_id, purpose),
  foreign key (vendor_id, user_id) references users
);
call protect('activations', 'select, insert, update, delete');

create table companies (
  vendor_id        uuid not null default app_vendor() references vendors,
  id               uuid not null,
  name             text not null check (name <> ''),
  date_support_end date,
  date_added       timestamptz not null default now(),
  date_removed     timestamptz,
  search           text not null generated always as (fold(name)) stored,
  primary key (vendor_id, id)
);
create index companies_newest on companies (vendor_id, date_added desc, id desc) where date_removed is null;
create index companies_by_name on companies (vendor_id, name collate "tr-x-icu", id) where date_removed is null;
call protect('companies', 'select, insert, update');

create table memberships (
  vendor_id    uuid not null default app_vendor(),
  user_id      uuid not null,
  company_id   uuid not null,
  department   text not null default '',
  position     text not null default '',
  date_created timestamptz not null default now(),
  primary key (vendor_id, user_id, company_id),
  foreign key (vendor_id, user_id) references users,
  foreign key (vendor_id, company_id) references companies
);
create index memberships_of_company on memberships (vendor_id, company_id, date_created desc);
call protect('memberships', 'select, insert, update, delete');

create table machines (
  vendor_id    uuid not null default app_vendor() references vendors,
  id           uuid not null,
  name         text not null check (name <> ''),
  sku          text not null,
  description  text not null default '',
  date_created timestamptz not null default now(),
  date_removed timestamptz,
  search       text not null generated always as (fold(name || ' ' || sku || ' ' || description)) stored,
  primary key (vendor_id, id)
);
create index machines_newest on machines (vendor_id, date_created desc, id desc) where date_removed is null;
create index machines_by_name on machines (vendor_id, name collate "tr-x-icu", id) where date_removed is null;
call protect('machines', 'select, insert, update');

create table company_machines (
  vendor_id            uuid not null default app_vendor(),
  id                   uuid not null,
  company_id           uuid not null,
  machine_id           uuid not null,
  serial_number        text not null,
  date_of_purchase     date not null,
  date_of_warranty_end date not null,
  notes                text not null default '',
  date_created         timestamptz not null default now(),
  date_removed         timestamptz,
  search               text not null generated always as (fold(serial_number)) stored,
  primary key (vendor_id, id),
  foreign key (vendor_id, company_id) references companies,
  foreign key (vendor_id, machine_id) references machines
);
create index company_machines_of_company on company_machines (vendor_id, company_id, date_created desc, id desc) where date_removed is null;
create index company_machines_of_machine on company_machines (vendor_id, machine_id) where date_removed is null;
call protect('company_machines', 'select, insert, update');

create table files (
  vendor_id      uuid not null default app_vendor() references vendors,
  id             uuid not null,
  uploader_id    uuid not null,
  file_name      text not null,
  file_size      bigint not null check (file_size > 0),
  file_type      text not null,
  upload_date    timestamptz not null default now(),
  date_stored    timestamptz,                          -- the bytes are there
  date_confirmed timestamptz,
  date_attached  timestamptz,                          -- to one message or machine, once
  primary key (vendor_id, id),
  foreign key (vendor_id, uploader_id) references users
);
create index files_unattached on files (vendor_id, upload_date) where date_attached is null;
call protect('files', 'select, insert, update, delete');

create table machine_files (
  vendor_id  uuid not null default app_vendor(),
  machine_id uuid not null,
  file_id    uuid not null,
  primary key (vendor_id, file_id),
  foreign key (vendor_id, machine_id) references machines,
  foreign key (vendor_id, file_id) references files
);
create index machine_files_of_machine on machine_files (vendor_id, machine_id);
call protect('machine_files', 'select, insert, delete');

create table private_files (
  vendor_id          uuid not null default app_vendor(),
  company_machine_id uuid not null,
  file_id            uuid not null,
  primary key (vendor_id, file_id),
  foreign key (vendor_id, company_machine_id) references company_machines,
  foreign key (vendor_id, file_id) references files
);
create index private_files_of_company_machine on private_files (vendor_id, company_machine_id);
call protect('private_files', 'select, insert, delete');

create table tickets (
  vendor_id             uuid not null default app_vendor(),
  id                    uuid not null,
  company_id            uuid not null,
  company_machine_id    uuid not null,
  title                 text not null check (title <> ''),
  status                text not null default 'open' check (status in ('open', 'closed', 'archived')),
  created_by            uuid not null,
  date_created          timestamptz not null default now(),
  date_closed           timestamptz,
  date_last_message     timestamptz,                   -- kept with the message, so that a list never reads conversations
  last_message_is_staff boolean not null default false,
  search                text not null generated always as (fold(title)) stored,
  primary key (vendor_id, id),
  foreign key (vendor_id, company_id) references companies,
  foreign key (vendor_id, company_machine_id) references company_machines,
  foreign key (vendor_id, created_by) references users
);
-- A list is of one company or of all, of one status or of open and closed; newest first, or by the last message.
create index tickets_newest on tickets (vendor_id, date_created desc, id desc) where status <> 'archived';
create index tickets_archived on tickets (vendor_id, date_created desc, id desc) where status = 'archived';
create index tickets_by_status on tickets (vendor_id, status, date_created desc, id desc);
create index tickets_of_company on tickets (vendor_id, company_id, date_created desc, id desc);
create index tickets_by_last_message on tickets (vendor_id, date_last_message desc, id desc);
create index tickets_of_company_machine on tickets (vendor_id, company_machine_id);
create index tickets_search on tickets using gin (search gin_trgm_ops);
call protect('tickets', 'select, insert, update');

create table messages (
  vendor_id  uuid not null default app_vendor(),
  id         uuid not null,
  ticket_id  uuid not null,
  user_id    uuid not null,
  is_staff   boolean not null,
  contents   text not null check (contents <> ''),
  date_added timestamptz not null default now(),
  primary key (vendor_id, id),
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, user_id) references users
);
create index messages_of_ticket on messages (vendor_id, ticket_id, date_added, id);
call protect('messages', 'select, insert');

create table message_files (
  vendor_id  uuid not null default app_vendor(),
  message_id uuid not null,
  file_id    uuid not null,
  primary key (vendor_id, file_id),
  foreign key (vendor_id, message_id) references messages,
  foreign key (vendor_id, file_id) references files
);
create index message_files_of_message on message_files (vendor_id, message_id);
call protect('message_files', 'select, insert');

-- The first answer to a create with an Idempotency-Key, for a day.
create table idempotency_keys (
  vendor_id    uuid not null default app_vendor(),
  user_id      uuid not null,
  key          text not null,
  call         text not null,
  answer       text,
  date_created timestamptz not null default now(),
  primary key (vendor_id, user_id, key),
  foreign key (vendor_id, user_id) references users
);
create index idempotency_keys_oldest on idempotency_keys (vendor_id, date_created);
call protect('idempotency_keys', 'select, insert, update, delete');

-- What the server must know before it may see a vendor's rows; these run as their owner, and tell no more than they say.

-- Whose domain it is, and who has this session there; sets the transaction's vendor.
create function open_request(asked_domain text, asked_session uuid)
  returns table (vendor_id uuid, session_id uuid, user_id uuid, role text, email text, name text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  vendor uuid;
begin
  select d.vendor_id into vendor from vendor_domains d where d.domain = asked_domain;
  perform set_config('app.vendor', coalesce(vendor::text, ''), true);
  return query
    select vendor, s.id, u.id, u.role, u.email, trim(u.name || ' ' || u.surname)
      from (select) as one
      left join sessions s on s.vendor_id = vendor and s.id = asked_session and s.date_expires > now()
      left join users u on u.vendor_id = s.vendor_id and u.id = s.user_id;
end $$;

create function vendor_ids() returns setof uuid language sql stable security definer set search_path = public, pg_temp
  as $$ select vendor_id from vendors where vendor_id <> '00000000-0000-0000-0000-000000000000' $$;

-- An operator's new password or removal ends their sessions at every vendor.
create function end_sessions_of_operator(operator uuid) returns void language sql security definer set search_path = public, pg_temp
  as $$ delete from sessions s using users u where u.vendor_id = s.vendor_id and u.id = s.user_id and u.operator_id = operator $$;

-- Tickets of this vendor whose title has a folded text in it. Row-level security would keep LIKE from its index, so the vendor is named here.
create function tickets_matching(pattern text, most int) returns setof uuid language sql stable security definer set search_path = public, pg_temp
  as $$ select id from tickets where vendor_id = app_vendor() and search like pattern order by date_created desc limit most $$;

revoke execute on all functions in schema public from public;
grant execute on all functions in schema public to tezgah_server;
revoke execute on procedure protect(text, text) from public;
