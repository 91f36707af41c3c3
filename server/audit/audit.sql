-- Version 5: raised with each change, so that an older program refuses to start.

-- The name by which an entry has its subject; a statement for each kind, as PostgreSQL prepares all
-- tables of one. Migration 0007 has an earlier body.
create or replace function name_of(kind text, asked uuid) returns text stable language plpgsql as $$
begin
  case kind
    when 'company' then return (select name from companies where vendor_id = app_vendor() and id = asked);
    when 'machine' then return (select name from machines where vendor_id = app_vendor() and id = asked);
    when 'companyMachine' then return
      (select m.name || ' ' || c.serial_number from company_machines c join machines m on m.vendor_id = c.vendor_id and m.id = c.machine_id
        where c.vendor_id = app_vendor() and c.id = asked);
    when 'ticket' then return (select '#' || number || ' ' || title from tickets where vendor_id = app_vendor() and id = asked);
    when 'message' then return
      (select '#' || t.number || ' ' || t.title from messages m join tickets t on t.vendor_id = m.vendor_id and t.id = m.ticket_id
        where m.vendor_id = app_vendor() and m.id = asked);
    when 'user' then return (select coalesce(email, trim(name || ' ' || surname)) from users where vendor_id = app_vendor() and id = asked);
    when 'file' then return (select file_name from files where vendor_id = app_vendor() and id = asked);
    else return null;
  end case;
end $$;
revoke execute on function name_of from public;
grant execute on function name_of to tezgah_server;

-- The ids of this vendor's entries that contain a folded text, among those that the filter leaves.
create or replace function audit_entries_matching(pattern text, of_action text, refused boolean, since timestamptz, before timestamptz, most int) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute 'select id from audit_entries where vendor_id = app_vendor() and search like $1
    and ($2 is null or action = $2) and ($3 is null or (refusal is not null) = $3) and ($4 is null or date_created >= $4) and ($5 is null or date_created < $5)
    order by date_created desc limit $6' using pattern, of_action, refused, since, before, most;
end $$;
revoke execute on function audit_entries_matching from public;
grant execute on function audit_entries_matching to tezgah_server;

-- Deletes up to 10,000 entries of a vendor that are older than so many seconds, at least 30 days.
-- By their place in the table: without statistics the planner would compare each of them with
-- each other in a nested loop.
create or replace function forget_audit_entries(seconds bigint) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from audit_entries where vendor_id = app_vendor() and ctid = any(array(
      select ctid from audit_entries
       where vendor_id = app_vendor() and date_created < now() - greatest(make_interval(secs => seconds), interval '30 days') limit 10000
    )) returning 1
  )
  select count(*) from gone
$$;
