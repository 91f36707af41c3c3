-- Version 10: raised with each change, so that an older program refuses to start.

-- The ids of those of a vendor's tickets that a search finds, newest first, at most `most`: by
-- number, by title, by company, and by serial number or model of the machine
-- (docs/decisions/0016-search.md). `of_company` null: of all. `list` is a ListCondition
-- (list-conditions.ts), `filter` the conditions of what else is asked (filter-conditions.ts).
-- Row-level security would keep LIKE from its index, so the vendor is
-- named here. `execute` plans its query for its values; the sample's query keeps one plan.
-- Migration 0015 has an earlier body, with another name of the third parameter.
drop function if exists tickets_found;
create function tickets_found(pattern text, of_company uuid, list jsonb, caller uuid, most int, filter jsonb default '[]') returns uuid[]
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  vendor constant uuid := app_vendor();
  newest_first constant text := ' order by date_created desc, id desc';
  list_of_states constant text := (select string_agg(case asked.value
      when 'null' then format(' and %I is null', asked.name)
      when '"set"' then format(' and %I is not null', asked.name)
      when '"caller"' then format(' and %I = %L', asked.name, caller)
      else format(' and %I = %L', asked.name, asked.value #>> '{}') end, '') from jsonb_each(list - 'status') as asked(name, value));
  filter_of_states text;
  filter_of_tickets text;
  of_states text;
  rows_of_list text;
  not_removed constant text := 'company_id not in (select id from companies where vendor_id = $1 and date_removed is not null)';
  -- Three letters, or fewer beside a known edge of a word: '%s-7%' has one, '%ki%' none.
  has_trigram constant boolean := pattern ~ '[[:alnum:]]{3}|[[:alnum:]]{2}[^[:alnum:]%]|[^[:alnum:]%][[:alnum:]]';
  number_sought constant int := substring(pattern from '^%#?(\d{1,9})%$');
  companies uuid[];
  models uuid[];
  machines uuid[];
  found uuid[] := '{}';
  found_in_pass uuid[];
  pass_size bigint := 300;
  rows_read bigint := 0;
  rows_in_pass bigint;
  until timestamptz := 'infinity';
  titled_in_sample bigint;
begin
  select string_agg(condition, '') filter (where is_of_states), string_agg(condition, '') filter (where not is_of_states)
    into filter_of_states, filter_of_tickets
    from (select asked->>'of' = 'ticket_states' as is_of_states, ' and ' || case
        when asked ? 'is' then format('%I ' || case asked->>'is' when '>=' then '>=' when '<' then '<' else '=' end || ' %L', asked->>'column', asked->>'value')
        else format(case when (asked #>> '{in,isFew}')::boolean then '%I = any(array(%s))' else '%I in (%s)' end, asked->>'column',
          format('select %I from %I where vendor_id = $1 and %I = %L', asked #>> '{in,id}', asked #>> '{in,table}', asked #>> '{in,by}', asked->>'value')) end as condition
      from jsonb_array_elements(filter) as asked) as conditions;
  of_states := concat(list_of_states, filter_of_states);
  rows_of_list := ' from tickets where vendor_id = $1'
    || case when not list ? 'status' then '' when list->>'status' = 'notArchived' then ' and status <> ''archived'''
         else format(' and status = %L', list->>'status') end
    || case when of_states = '' then '' else ' and id in (select ticket_id from ticket_states where vendor_id = $1' || of_states || ')' end
    || case when of_company is null then '' else ' and company_id = $2' end || coalesce(filter_of_tickets, '');
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

  -- A pass ends where enough are found. Otherwise the next one continues from its last moment,
  -- ten times as far in all; without a trigram, through the list.
  loop
    execute 'select array(select id from (select id, date_created, number, company_id, company_machine_id, search like $3 as titled' || rows_of_list
          || ' and date_created <= $7' || newest_first || ' limit $8) as newest
        where (titled or company_id = any($4) or company_machine_id = any($5) or number = $10) and id <> all($6) and ' || not_removed || newest_first || ' limit $9)'
      into found_in_pass using vendor, of_company, pattern, companies, machines, found, until, pass_size, most - cardinality(found), number_sought;
    found := found || found_in_pass;
    if cardinality(found) >= most then return found; end if;
    execute 'select min(date_created), count(*) from (select date_created' || rows_of_list || ' and date_created <= $3' || newest_first || ' limit $4) as newest'
      into until, rows_in_pass using vendor, of_company, until, pass_size;
    if rows_in_pass < pass_size then return found; end if;
    rows_read := rows_read + pass_size;
    if has_trigram and cardinality(found) <= rows_read / 300 then
      -- By the index where one in 300 or fewer match, where both cost the same among a million.
      -- The newest tickets need not be like the others, so the sample has twenty tickets of each
      -- of ten moments.
      if titled_in_sample is null then
        select count(*) into titled_in_sample
          from (select min(date_last_message) as oldest, max(date_last_message) - min(date_last_message) as years from ticket_states where vendor_id = vendor) as whole,
            generate_series(1, 10) as place, lateral (select ticket_id from ticket_states
              where vendor_id = vendor and date_last_message <= oldest + years * place / 10 order by date_last_message desc, ticket_id desc limit 20) as state,
            lateral (select search from tickets where vendor_id = vendor and id = state.ticket_id limit 1) as there
          where there.search like pattern;
      end if;
      exit when rows_read >= 30000 or titled_in_sample <= 1;
    end if;
    pass_size := 9 * rows_read;
  end loop;

  rows_of_list := 'select id, date_created' || rows_of_list;
  execute 'with rare as materialized ((' || concat_ws(') union (',
      rows_of_list || ' and search like $3 and ' || not_removed,
      case when number_sought is not null then rows_of_list || ' and number = $7 and ' || not_removed end,
      case when companies <> '{}' then 'select newest.* from unnest($5) as it(company) cross join lateral ('
        || rows_of_list || ' and company_id = it.company and ' || not_removed || newest_first || ' limit $4) as newest' end,
      case when machines <> '{}' then 'select newest.* from unnest($6) as it(machine) cross join lateral ('
        || rows_of_list || ' and company_machine_id = it.machine and ' || not_removed || newest_first || ' limit $4) as newest' end
    ) || ')) select array(select id from rare' || newest_first || ' limit $4)'
    into found using vendor, of_company, pattern, most, companies, machines, number_sought;
  return found;
end $$;
revoke execute on function tickets_found from public;
grant execute on function tickets_found to tezgah_server;
