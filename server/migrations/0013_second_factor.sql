-- What somebody shows beside their password: codes that an app makes of a secret. The secret is hidden by the installation's own, so that
-- nobody makes codes of what they read here. An operator's belongs to the platform, and holds at every vendor.
create table second_factors (
  vendor_id      uuid not null default app_vendor(),
  user_id        uuid not null,
  secret         text not null,
  date_created   timestamptz not null default now(),
  date_confirmed timestamptz,                          -- null: begun, and not yet shown that its app makes the same codes
  last_step      bigint not null default 0,            -- the half minute of the last good code: neither it nor one before it is good again
  primary key (vendor_id, user_id),
  foreign key (vendor_id, user_id) references users
);
call protect('second_factors', 'select, insert, update, delete');

-- For who has lost their phone: each is good once, and then gone. Kept as keyed hashes.
create table recovery_codes (
  vendor_id uuid not null default app_vendor(),
  user_id   uuid not null,
  code_hash text not null,
  primary key (vendor_id, user_id, code_hash),
  foreign key (vendor_id, user_id) references second_factors on delete cascade
);
call protect('recovery_codes', 'select, insert, delete');

-- A vendor may require it of everybody but its customers: then none of them has a session without.
alter table vendors add column second_factor_required boolean not null default false;
grant update (second_factor_required) on vendors to tezgah_server;

create function end_sessions_without_second_factor() returns void language sql security definer set search_path = public, pg_temp as $$
  delete from sessions s using users u
   where s.vendor_id = app_vendor() and u.vendor_id = s.vendor_id and u.id = s.user_id and u.role <> 'customer'
     and not exists (select from second_factors f where f.date_confirmed is not null
       and ((f.vendor_id = u.vendor_id and f.user_id = u.id) or (f.vendor_id = '00000000-0000-0000-0000-000000000000' and f.user_id = u.operator_id)))
$$;
revoke execute on function end_sessions_without_second_factor() from public;
grant execute on function end_sessions_without_second_factor() to tezgah_server;
