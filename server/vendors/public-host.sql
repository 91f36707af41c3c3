-- Version 1: raised with each change, so that an older program refuses to start.

-- The domain at which links of operators count: `host` where it is a vendor's, else the oldest
-- domain; null before the first vendor.
create or replace function public_host(host text) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select domain from vendor_domains order by domain = host desc, date_created, domain limit 1
$$;
revoke execute on function public_host from public;
grant execute on function public_host to tezgah_server;
