-- Those of a vendor's tickets that a search finds, the newest first: by title, by company, and by serial number or name of the machine. Each
-- way ends with as many as are asked for, and is planned for this vendor and what it looks for (that is what `execute` does here): a word
-- that stands everywhere is read off the newest tickets, a rare one off its index. Row-level security would keep LIKE from its index, so
-- the vendor is named here. Of one company, or of all; `which` are those that a list has, in the words of server/tickets.
create function tickets_found(pattern text, of_company uuid, which text, most int) returns table (id uuid, date_created timestamptz)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
declare
  unsettled constant text := '(status = ''open'' or (status = ''closed'' and date_last_message > date_closed))';
  chosen text := case which
    when 'notArchived' then 'status <> ''archived'''
    when 'waiting' then unsettled || ' and not last_message_is_staff'
    when 'answered' then unsettled || ' and last_message_is_staff'
    when 'open' then 'status = ''open'''
    when 'closed' then 'status = ''closed'''
    when 'archived' then 'status = ''archived'''
  end;
  companies uuid[];
  machines uuid[];
begin
  if chosen is null then raise 'No list has the tickets that are %', which; end if;
  execute 'select array(select id from companies where vendor_id = $1 and search like $2 and ($3 is null or id = $3))'
    into companies using app_vendor(), pattern, of_company;
  execute 'select array(
      select id from company_machines where vendor_id = $1 and search like $2
      union
      select m.id from machines as model join company_machines as m on m.vendor_id = $1 and m.machine_id = model.id
       where model.vendor_id = $1 and fold(model.name) like $2)'
    into machines using app_vendor(), pattern;
  chosen := 'select id, date_created from tickets where vendor_id = $1 and ' || chosen
    || case when of_company is null
         then ' and company_id not in (select id from companies where vendor_id = $1 and date_removed is not null)'
         else ' and company_id = $2'
       end;
  return query execute
    'select id, date_created from ((' || concat_ws(') union (',
      chosen || ' and search like $3 order by date_created desc, id desc limit $4',
      case when companies <> '{}' then chosen || ' and company_id = any($5) order by date_created desc, id desc limit $4' end,
      case when machines <> '{}' then chosen || ' and company_machine_id = any($6) order by date_created desc, id desc limit $4' end
    ) || ')) as found order by date_created desc, id desc limit $4'
    using app_vendor(), of_company, pattern, most, companies, machines;
end $$;
drop function tickets_matching(text, int);
grant execute on function tickets_found to tezgah_server;
revoke execute on function tickets_found from public;

create index companies_search on companies using gin (search gin_trgm_ops);
create index company_machines_search on company_machines using gin (search gin_trgm_ops);
create index tickets_by_title on tickets (vendor_id, title collate "tr-x-icu", id);
alter table tickets alter search set statistics 500;
