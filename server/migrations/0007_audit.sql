-- Who did what to what, when and from where: for every change, and every call of an administrator's area that was refused. The server adds
-- entries and reads them; nobody changes one, and what has had its time is forgotten by a function that knows the least time there is.
create table audit_entries (
  vendor_id  uuid not null default app_vendor() references vendors,
  id         uuid not null,
  date_created timestamptz not null default now(),
  user_id    uuid,                                     -- null: nobody was signed in
  user_name  text not null default '',
  role       text,
  action     text not null,
  subject    text not null default '',                 -- what it was done to, by its name then
  company_id uuid,
  refusal    text,                                     -- why it was refused; null: it was done
  address    text not null default '',
  device     text not null default '',
  request    text not null default '',
  search     text not null generated always as (fold(user_name || ' ' || subject || ' ' || address)) stored,
  primary key (vendor_id, id),
  foreign key (vendor_id, user_id) references users,
  foreign key (vendor_id, company_id) references companies
);
create index audit_entries_newest on audit_entries (vendor_id, date_created desc, id desc);
create index audit_entries_of_action on audit_entries (vendor_id, action, date_created desc, id desc);
create index audit_entries_refused on audit_entries (vendor_id, date_created desc, id desc) where refusal is not null;
create index audit_entries_search on audit_entries using gin (search gin_trgm_ops);
call protect('audit_entries', 'select, insert');

-- The name of what is done something to.
create function name_of(kind text, asked uuid) returns text stable language sql as $$
  select case kind
    when 'company' then (select name from companies where vendor_id = app_vendor() and id = asked)
    when 'machine' then (select name from machines where vendor_id = app_vendor() and id = asked)
    when 'companyMachine' then
      (select m.name || ' ' || c.serial_number from company_machines c join machines m on m.vendor_id = c.vendor_id and m.id = c.machine_id
        where c.vendor_id = app_vendor() and c.id = asked)
    when 'ticket' then (select title from tickets where vendor_id = app_vendor() and id = asked)
    when 'user' then (select email from users where vendor_id = app_vendor() and id = asked)
    when 'file' then (select file_name from files where vendor_id = app_vendor() and id = asked)
  end
$$;

-- Entries of this vendor that have a folded text in them, among those that a filter leaves; see tickets_matching.
create function audit_entries_matching(pattern text, of_action text, refused boolean, since timestamptz, before timestamptz, most int) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute 'select id from audit_entries where vendor_id = app_vendor() and search like $1
    and ($2 is null or action = $2) and ($3 is null or (refusal is not null) = $3) and ($4 is null or date_created >= $4) and ($5 is null or date_created < $5)
    order by date_created desc limit $6' using pattern, of_action, refused, since, before, most;
end $$;

-- Removes some of this vendor's entries that are older than so many seconds, and none of the last thirty days, whatever is asked. Returns how many.
create function forget_audit_entries(seconds bigint) returns bigint language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select id from audit_entries
     where vendor_id = app_vendor() and date_created < now() - greatest(make_interval(secs => seconds), interval '30 days') limit 10000
  ), gone as (delete from audit_entries using old where vendor_id = app_vendor() and audit_entries.id = old.id returning 1)
  select count(*) from gone
$$;

revoke execute on function name_of(text, uuid), audit_entries_matching(text, text, boolean, timestamptz, timestamptz, int), forget_audit_entries(bigint) from public;
grant execute on function name_of(text, uuid), audit_entries_matching(text, text, boolean, timestamptz, timestamptz, int), forget_audit_entries(bigint) to tezgah_server;
