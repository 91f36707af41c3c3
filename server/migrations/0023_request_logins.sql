-- The logins that the requests connect with, one for each database: a restored or copied database makes another one. Only the owner may read
-- their passwords.
create table platform.logins (
  name     text primary key,
  password text not null
);

-- Returns its argument where the session is as the login's settings make it, and raises TZ001 where an earlier transaction changed it for the
-- whole session. The statements that open a transaction for a vendor call it before they set the vendor; the values are those of
-- server/platform/server-role.ts. It is SQL, so that PostgreSQL writes it into these statements: a call of PL/pgSQL costs more than the check.
create function raise_changed_session() returns text language plpgsql as $$
begin
  raise exception using errcode = 'TZ001', message = format(
    'An earlier transaction changed this session: app.vendor=%s, role=%s, search_path=%s, row_security=%s',
    current_setting('app.vendor', true), current_setting('role'), current_setting('search_path'), current_setting('row_security'));
end $$;
create function assert_unchanged_session(value text) returns text language sql as $$
  select case
    when coalesce(current_setting('app.vendor', true), '') = '' and current_setting('role') = 'tezgah_server'
      and current_setting('search_path') = 'public, pg_temp' and current_setting('row_security') = 'on' then value
    else public.raise_changed_session()
  end $$;
