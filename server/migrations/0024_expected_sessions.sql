-- Finds the vendor of a domain and the user of a session there; sets the transaction's vendor. `version` is a hash of the rest of the row. With
-- `expected_version` a row of another version raises TZ002, so that PostgreSQL runs no further statement of the round trip.
drop function open_request(text, uuid);
create function open_request(request_domain text, request_session uuid, expected_version text default null)
  returns table (
    vendor_id uuid, session_id uuid, user_id uuid, role text, email text, name text, authenticated_recently boolean, version text
  )
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select d.vendor_id into vendor_id from vendor_domains d where d.domain = request_domain;
  perform set_config('app.vendor', coalesce(vendor_id::text, ''), true);
  select s.id, u.id, u.role, u.email, trim(u.name || ' ' || u.surname), s.date_authenticated > now() - interval '15 minutes'
    into session_id, user_id, role, email, name, authenticated_recently
    from sessions s join users u on u.vendor_id = s.vendor_id and u.id = s.user_id
   where s.vendor_id = open_request.vendor_id and s.id = request_session and s.date_expires > now();
  version := md5(row(vendor_id, session_id, user_id, role, email, name, authenticated_recently)::text);
  if version <> expected_version then
    raise exception using errcode = 'TZ002', message = 'The session or its domain has changed';
  end if;
  return next;
end $$;
revoke execute on function open_request(text, uuid, text) from public;
grant execute on function open_request(text, uuid, text) to tezgah_server;
