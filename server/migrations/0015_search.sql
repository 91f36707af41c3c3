-- Those of a vendor's tickets that a search finds, the newest first, as many as are asked for: by title, by company, and by serial number or
-- model of the machine. Of one company, or of all; `which` are those that a list has, in the words of server/tickets.
-- What stands in many of them is soon met among the newest. What does not is rare, and is found by the indexes. PostgreSQL cannot tell the
-- two beforehand: for whom row-level security holds it does not look at what the tables hold to guess how much a LIKE finds. For the same
-- reason row-level security would keep LIKE from its index, so the vendor is named here. All of it is planned for what it looks for (that is
-- what `execute` does).
create function tickets_found(pattern text, of_company uuid, which text, most int) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
declare
  unsettled constant text := '(status = ''open'' or (status = ''closed'' and date_last_message > date_closed))';
  newest_first constant text := ' order by date_created desc, id desc';
  chosen text := case which
    when 'notArchived' then 'status <> ''archived'''
    when 'waiting' then unsettled || ' and not last_message_is_staff'
    when 'answered' then unsettled || ' and last_message_is_staff'
    when 'open' then 'status = ''open'''
    when 'closed' then 'status = ''closed'''
    when 'archived' then 'status = ''archived'''
  end;
  rows_of_list text := ' from tickets where vendor_id = $1 and ' || chosen
    || case when of_company is null
         then ' and company_id not in (select id from companies where vendor_id = $1 and date_removed is not null)'
         else ' and company_id = $2'
       end;
  companies uuid[];
  models uuid[];
  machines uuid[];
  newest int := 3000;
  looked_at int;
  found uuid[];
begin
  if chosen is null then raise 'No list has the tickets that are %', which; end if;
  execute 'select array(select id from companies where vendor_id = $1 and search like $2 and ($3 is null or id = $3))'
    into companies using app_vendor(), pattern, of_company;
  execute 'select array(select id from machines where vendor_id = $1 and search like $2 and fold(name) like $2)'
    into models using app_vendor(), pattern;
  execute 'select array(select id from company_machines where vendor_id = $1 and search like $2)'
    into machines using app_vendor(), pattern;
  if models <> '{}' then
    execute 'select $3 || array(select id from company_machines where vendor_id = $1 and machine_id = any($2))'
      into machines using app_vendor(), models, machines;
  end if;

  -- A look at a few shows how many it takes.
  for look in 1..2 loop
    execute 'select array(select id from (select id, date_created, search, company_id, company_machine_id' || rows_of_list || newest_first || ' limit $7) as newest
        where search like $3 or company_id = any($5) or company_machine_id = any($6)' || newest_first || ' limit $4)'
      into found using app_vendor(), of_company, pattern, most, companies, machines, newest;
    if cardinality(found) < most then
      execute 'select count(*) from (select 1' || rows_of_list || newest_first || ' limit $3) as newest'
        into looked_at using app_vendor(), of_company, newest;
    end if;
    if cardinality(found) = most or looked_at < newest then return query select unnest(found); return; end if;
    newest := newest * (most * 1.3 / greatest(cardinality(found), 1));
    exit when newest > 30000;
  end loop;

  rows_of_list := 'select id, date_created' || rows_of_list;
  return query execute 'with rare as materialized ((' || concat_ws(') union (',
      rows_of_list || ' and search like $3',
      case when companies <> '{}' then 'select of_it.* from unnest($5) as it(company) cross join lateral ('
        || rows_of_list || ' and company_id = it.company' || newest_first || ' limit $4) as of_it' end,
      case when machines <> '{}' then rows_of_list || ' and company_machine_id = any($6)' end
    ) || ')) select id from rare' || newest_first || ' limit $4'
    using app_vendor(), of_company, pattern, most, companies, machines;
end $$;
drop function tickets_matching(text, int);
grant execute on function tickets_found to tezgah_server;
revoke execute on function tickets_found from public;

create index companies_search on companies using gin (search gin_trgm_ops);
create index company_machines_search on company_machines using gin (search gin_trgm_ops);
create index tickets_by_title on tickets (vendor_id, title collate "tr-x-icu", id);
