-- Those of a vendor's tickets that a search finds, the newest first: by title, by company, and by serial number or name of the machine. Each
-- way ends with as many as are asked for, and is planned for this vendor and this text (that is what `execute` does here): a word that
-- stands everywhere is read off the newest tickets, a rare one off its index. Row-level security would keep LIKE from its index, so the
-- vendor is named here. Of one company, or of all; `which` are those that a list has, in the words of server/tickets.
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
begin
  if chosen is null then raise 'No list has the tickets that are %', which; end if;
  chosen := 'select id, date_created from tickets where vendor_id = $1 and ' || chosen
    || case when of_company is null
         then ' and company_id not in (select id from companies where vendor_id = $1 and date_removed is not null)'
         else ' and company_id = $2'
       end;
  return query execute format('
    select id, date_created from (
      (%1$s and search like $3 order by date_created desc, id desc limit $4)
      union
      (%1$s and company_id in (select id from companies where vendor_id = $1 and search like $3) order by date_created desc, id desc limit $4)
      union
      (%1$s and company_machine_id in (
          select id from company_machines where vendor_id = $1 and search like $3
          union all
          select m.id from machines as model join company_machines as m on m.vendor_id = $1 and m.machine_id = model.id
           where model.vendor_id = $1 and fold(model.name) like $3)
        order by date_created desc, id desc limit $4)
    ) as found
    order by date_created desc, id desc limit $4', chosen)
    using app_vendor(), of_company, pattern, most;
end $$;
drop function tickets_matching(text, int);
grant execute on function tickets_found to tezgah_server;
revoke execute on function tickets_found from public;

create index companies_search on companies using gin (search gin_trgm_ops);
create index company_machines_search on company_machines using gin (search gin_trgm_ops);
alter table tickets alter search set statistics 500;
