-- The browsers that receive a user's notifications as web pushes while the portal is not open in them.
create table push_subscriptions (
  vendor_id    uuid not null default app_vendor(),
  id           uuid not null,
  user_id      uuid not null,
  session_id   uuid,                                   -- the one that subscribed; null: it has expired, which ends no pushes
  endpoint     text not null,                          -- at the push service; known to it and the browser only
  p256dh       text not null,                          -- the browser's public key (RFC 8291)
  auth         text not null,                          -- its authentication secret
  date_created timestamptz not null default now(),
  date_used    timestamptz not null default now(),     -- when the portal was last opened in the browser
  primary key (vendor_id, id),
  unique (vendor_id, endpoint),
  foreign key (vendor_id, user_id) references users,
  foreign key (vendor_id, session_id) references sessions on delete cascade
);
create index push_subscriptions_of_user on push_subscriptions (vendor_id, user_id);
create index push_subscriptions_of_session on push_subscriptions (vendor_id, session_id) where session_id is not null;
call protect('push_subscriptions', 'select, insert, update, delete');

-- A new password ends the pushes of a user, also those whose session has expired; so does a new role.
create function end_push_of_user() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where vendor_id = new.vendor_id and user_id = new.id;
  return null;
end $$;
create trigger end_push after update of password_hash, role on users for each row
  when (old.password_hash is distinct from new.password_hash or old.role <> new.role) execute function end_push_of_user();

alter table notification_scopes
  add column push_text  boolean not null default false,  -- whether notifications have the title and text of the ticket
  add column push_ended timestamptz;                     -- when the user last ended pushes in all browsers, which then do not renew them
