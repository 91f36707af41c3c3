-- An entry can stand for several refusals: the wrong passwords, or wrong codes, that were shown for one account within ten minutes.
alter table audit_entries
  add column attempts      int check (attempts > 0),           -- how many they are; null: the entry stands for one call
  add column networks      text[] not null default '{}',       -- the networks that they came from, the first ten
  add column date_notified timestamptz;                        -- when the administrators were told of them by mail
create index audit_entries_counted on audit_entries (vendor_id, subject, date_created) where attempts is not null;

-- Counts a refused password or code of an account of this vendor's team, or of an operator; does nothing for a customer's, and for an address
-- without an account. It is the one way in which an entry changes: its count and networks, for ten minutes. `notify`: they are unusual, as there are `least_attempts`
-- or they come from `least_networks`, and the administrators have not been told of this account for a day.
create function count_refused_sign_in(
  new_entry uuid, of_action text, of_email text, by_user uuid, by_name text, by_role text, of_network text, of_device text, of_request text,
  least_attempts int, least_networks int
) returns table (entry uuid, notify boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  counted audit_entries;
begin
  if not exists (
    select from users u
     where u.vendor_id in (app_vendor(), '00000000-0000-0000-0000-000000000000') and u.email = of_email and u.operator_id is null
       and u.role <> 'customer' and u.password_hash is not null
  ) then
    return;
  end if;
  -- One account is counted by one at a time: else two would begin an entry each, or tell the administrators twice.
  perform pg_advisory_xact_lock(hashtextextended('refused sign-ins ' || app_vendor() || of_email, 0));
  update audit_entries e
     set attempts = e.attempts + 1,
         networks = case when of_network = any (e.networks) or cardinality(e.networks) >= 10 then e.networks else e.networks || of_network end
   where e.vendor_id = app_vendor() and e.subject = of_email and e.action = of_action and e.attempts is not null
     and e.date_created > now() - interval '10 minutes'
  returning e.* into counted;
  if not found then
    insert into audit_entries (vendor_id, id, user_id, user_name, role, action, subject, refusal, address, device, request, attempts, networks)
      values (app_vendor(), new_entry, by_user, by_name, by_role, of_action, of_email, 'InvalidCredentialsError', of_network, of_device, of_request, 1, array[of_network])
    returning * into counted;
  end if;
  entry := counted.id;
  notify := (counted.attempts >= least_attempts or cardinality(counted.networks) >= least_networks) and not exists (
    select from audit_entries e
     where e.vendor_id = app_vendor() and e.subject = of_email and e.action = of_action and e.attempts is not null
       and e.date_created > now() - interval '25 hours' and e.date_notified > now() - interval '24 hours'
  );
  if notify then
    update audit_entries e set date_notified = now() where e.vendor_id = app_vendor() and e.id = entry;
  end if;
  return next;
end $$;
revoke execute on function count_refused_sign_in(uuid, text, text, uuid, text, text, text, text, text, int, int) from public;
grant execute on function count_refused_sign_in(uuid, text, text, uuid, text, text, text, text, text, int, int) to tezgah_server;
