-- When the user of a session last showed their password or a code: signing in, or since. Some calls ask for it again after a while.
alter table sessions add column date_authenticated timestamptz not null default now();
update sessions set date_authenticated = date_created;
grant update (date_authenticated) on sessions to tezgah_server;

-- Finds the vendor of a domain and the user of a session there; sets the transaction's vendor. `authenticated_recently` goes by the clock of the database, so
-- that all instances agree.
drop function open_request(text, uuid);
create function open_request(asked_domain text, asked_session uuid)
  returns table (vendor_id uuid, session_id uuid, user_id uuid, role text, email text, name text, authenticated_recently boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  vendor uuid;
begin
  select d.vendor_id into vendor from vendor_domains d where d.domain = asked_domain;
  perform set_config('app.vendor', coalesce(vendor::text, ''), true);
  return query
    select vendor, s.id, u.id, u.role, u.email, trim(u.name || ' ' || u.surname), s.date_authenticated > now() - interval '15 minutes'
      from (select) as one
      left join sessions s on s.vendor_id = vendor and s.id = asked_session and s.date_expires > now()
      left join users u on u.vendor_id = s.vendor_id and u.id = s.user_id;
end $$;
revoke execute on function open_request(text, uuid) from public;
grant execute on function open_request(text, uuid) to tezgah_server;
