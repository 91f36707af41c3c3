-- A search is planned each time, for its vendor and its text (that is what `execute` does here): a plan kept from a vendor with ten tickets
-- reads all of one with a hundred thousand. All else is as it was.
create or replace function tickets_matching(pattern text, most int) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute 'select id from tickets where vendor_id = app_vendor() and search like $1 order by date_created desc limit $2' using pattern, most;
end $$;

-- A list asks which companies are removed: few are, however many there are.
create index companies_removed on companies (vendor_id, id) where date_removed is not null;
