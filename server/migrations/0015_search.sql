-- Those of a vendor's tickets that a search finds, the newest first, as many as are asked for: by title, by company, and by serial number or
-- model of the machine. Of one company, or of all; `which` are those that a list has, in the words of server/tickets.
-- What stands in many of them is soon met by date. What is neither among the newest nor among some of all years is rare, and is found by the
-- indexes. PostgreSQL cannot tell the two beforehand: for whom row-level security holds it does not look at what the tables hold to guess how
-- much a LIKE finds. For the same reason row-level security would keep LIKE from its index, so the vendor is named here. What `execute` asks is
-- planned for what it looks for; the older tickets are always read in one way, whose plan is kept.
create function tickets_found(pattern text, of_company uuid, which text, most int) returns uuid[]
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  vendor constant uuid := app_vendor();
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
  rows_of_list text := ' from tickets where vendor_id = $1 and ' || chosen || case when of_company is null then '' else ' and company_id = $2' end;
  not_removed constant text := 'company_id not in (select id from companies where vendor_id = $1 and date_removed is not null)';
  by_index boolean := pattern ~ '[[:alnum:]]{3}|[[:alnum:]]{2}[^[:alnum:]%]|[^[:alnum:]%][[:alnum:]]'; -- it has a trigram
  companies uuid[];
  models uuid[];
  machines uuid[];
  found uuid[] := '{}';
  here uuid[];
  size bigint := 300;
  looked_at bigint := 0;
  newest bigint;
  since timestamptz := 'infinity';
  titled_elsewhere bigint;
begin
  if chosen is null then raise 'No list has the tickets that are %', which; end if;
  execute 'select array(select id from companies where vendor_id = $1 and search like $2 and ($3 is null or id = $3))'
    into companies using vendor, pattern, of_company;
  execute 'select array(select id from machines where vendor_id = $1 and search like $2 and fold(name) like $2)'
    into models using vendor, pattern;
  execute 'select array(select id from company_machines where vendor_id = $1 and search like $2)'
    into machines using vendor, pattern;
  if models <> '{}' then
    execute 'select $3 || array(select id from company_machines where vendor_id = $1 and machine_id = any($2))'
      into machines using vendor, models, machines;
  end if;

  -- A look ends where enough are found. Otherwise the next one goes on from its last moment, and ten times as far in all.
  loop
    execute 'select array(select id from (select id, date_created, company_id, company_machine_id, search like $3 as titled' || rows_of_list
          || ' and date_created <= $7' || newest_first || ' limit $8) as newest
        where (titled or company_id = any($4) or company_machine_id = any($5)) and id <> all($6) and ' || not_removed || newest_first || ' limit $9)'
      into here using vendor, of_company, pattern, companies, machines, found, since, size, most - cardinality(found);
    found := found || here;
    if cardinality(found) >= most then return found; end if;
    execute 'select min(date_created), count(*) from (select date_created' || rows_of_list || ' and date_created <= $3' || newest_first || ' limit $4) as newest'
      into since, newest using vendor, of_company, since, size;
    if newest < size then return found; end if;
    looked_at := looked_at + size;
    if by_index and cardinality(found) <= looked_at / 300 then
      -- By the index where one in 300 or fewer have it, which is where the two cost the same among a million. The newest need not be like the
      -- others: a machine may have written them. So some tickets are looked at of each of ten moments.
      if titled_elsewhere is null then
        select count(*) into titled_elsewhere
          from (select min(date_last_message) as oldest, max(date_last_message) - min(date_last_message) as years from tickets where vendor_id = vendor) as all_of_it,
            generate_series(1, 10) as place, lateral (select search from tickets
              where vendor_id = vendor and date_last_message <= oldest + years * place / 10 order by date_last_message desc, id desc limit 20) as there
          where there.search like pattern;
      end if;
      exit when looked_at >= 30000 or titled_elsewhere <= 1;
    end if;
    size := 9 * looked_at;
  end loop;

  rows_of_list := 'select id, date_created' || rows_of_list;
  execute 'with rare as materialized ((' || concat_ws(') union (',
      rows_of_list || ' and search like $3 and ' || not_removed,
      case when companies <> '{}' then 'select of_it.* from unnest($5) as it(company) cross join lateral ('
        || rows_of_list || ' and company_id = it.company and ' || not_removed || newest_first || ' limit $4) as of_it' end,
      case when machines <> '{}' then 'select of_it.* from unnest($6) as it(machine) cross join lateral ('
        || rows_of_list || ' and company_machine_id = it.machine and ' || not_removed || newest_first || ' limit $4) as of_it' end
    ) || ')) select array(select id from rare' || newest_first || ' limit $4)'
    into found using vendor, of_company, pattern, most, companies, machines;
  return found;
end $$;
drop function tickets_matching(text, int);
grant execute on function tickets_found to tezgah_server;
revoke execute on function tickets_found from public;

-- What is written waits in a list until it is put into its place, and each search reads that list: a short one (in kB).
alter index tickets_search set (gin_pending_list_limit = 64);
create index companies_search on companies using gin (search gin_trgm_ops) with (gin_pending_list_limit = 64);
create index company_machines_search on company_machines using gin (search gin_trgm_ops) with (gin_pending_list_limit = 64);
-- A company's tickets without those of years that are archived, and a machine's own, the newest first.
create index tickets_newest_of_company on tickets (vendor_id, company_id, date_created desc, id desc) where status <> 'archived';
drop index tickets_of_company_machine;
create index tickets_of_company_machine on tickets (vendor_id, company_machine_id, date_created desc, id desc);
create index tickets_by_title on tickets (vendor_id, title collate "tr-x-icu", id);
-- A ticket that is answered stays on its page, and new ones do not fill the gaps that others have left among years of them: those of one day
-- lie together, which is how lists and searches read them.
alter table tickets set (fillfactor = 85);
