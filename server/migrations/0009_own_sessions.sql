-- A session is known to its user by where it was begun and when it was last used, so that they can end one that is not theirs.
alter table sessions
  add column device    text not null default '',       -- what its browser says of itself
  add column address   text not null default '',
  add column date_used timestamptz not null default now();
update sessions set date_used = date_created;
grant update (date_used) on sessions to tezgah_server;

-- An operator's sessions at every vendor end; `but` is the one that they end the others from.
drop function end_sessions_of_operator(uuid);
create function end_sessions_of_operator(operator uuid, but uuid default null) returns void language sql security definer set search_path = public, pg_temp
  as $$ delete from sessions s using users u where u.vendor_id = s.vendor_id and u.id = s.user_id and u.operator_id = operator and s.id is distinct from but $$;
revoke execute on function end_sessions_of_operator(uuid, uuid) from public;
grant execute on function end_sessions_of_operator(uuid, uuid) to tezgah_server;
