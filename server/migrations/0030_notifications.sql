-- Which users are told of an event on a ticket: one row for each of them. The rows are deleted after 90 days.
create table notifications (
  vendor_id    uuid not null default app_vendor(),
  user_id      uuid not null,                          -- the recipient
  id           uuid not null,                          -- of the event, ordered by time; all its recipients share it
  ticket_id    uuid not null,
  kind         text not null,                          -- a NotificationKind (contract/notifications.ts)
  actor_id     uuid,                                   -- who caused the event; null: the server
  message_id   uuid,
  mail_id      uuid,                                   -- the mail that will tell of it; null: none, or it is delivered
  date_created timestamptz not null default now(),
  date_read    timestamptz,
  primary key (vendor_id, user_id, id),
  foreign key (vendor_id, user_id) references users,
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, actor_id) references users,
  foreign key (vendor_id, message_id) references messages,
  foreign key (vendor_id, mail_id) references mails on delete set null (mail_id)
);
create index notifications_unread on notifications (vendor_id, user_id, ticket_id) where date_read is null;
create index notifications_of_mail on notifications (vendor_id, mail_id) where mail_id is not null;
create index notifications_oldest on notifications (vendor_id, date_created);
call protect('notifications', 'select, insert, update, delete');

-- How a user is told of events of a kind, where they have changed the default.
create table preferences (
  vendor_id uuid not null default app_vendor(),
  user_id   uuid not null,
  kind      text not null,                             -- a NotificationKind
  mail      boolean not null,
  browser   boolean not null,
  primary key (vendor_id, user_id, kind),
  foreign key (vendor_id, user_id) references users
);
call protect('preferences', 'select, insert, update');

-- Of which tickets a member of the vendor's team is told, where they have changed the default.
create table notification_scopes (
  vendor_id uuid not null default app_vendor(),
  user_id   uuid not null,
  scope     text not null check (scope in ('all', 'mine', 'companies')),
  companies uuid[] not null default '{}',              -- for the scope `companies`
  primary key (vendor_id, user_id),
  foreign key (vendor_id, user_id) references users
);
call protect('notification_scopes', 'select, insert, update');

-- The tickets that a user follows, or has muted.
create table ticket_follows (
  vendor_id uuid not null default app_vendor(),
  ticket_id uuid not null,
  user_id   uuid not null,
  follows   boolean not null,                          -- false: muted
  primary key (vendor_id, ticket_id, user_id),
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, user_id) references users
);
call protect('ticket_follows', 'select, insert, update, delete');

-- When a user last saw a ticket with its messages; no row: never.
create table ticket_reads (
  vendor_id uuid not null default app_vendor(),
  user_id   uuid not null,
  ticket_id uuid not null,
  date_read timestamptz not null default now(),
  primary key (vendor_id, user_id, ticket_id),
  foreign key (vendor_id, user_id) references users,
  foreign key (vendor_id, ticket_id) references tickets
);
call protect('ticket_reads', 'select, insert, update');

-- The address that a mail about a ticket has as Reply-To, `reply+{token}@…`: it names the ticket and the only user authorised to write to it.
create table reply_tokens (
  vendor_id    uuid not null default app_vendor(),
  ticket_id    uuid not null,
  user_id      uuid not null,
  token        text not null check (token ~ '^[a-z2-7]{26}$'),
  date_created timestamptz not null default now(),
  primary key (vendor_id, ticket_id, user_id),
  unique (vendor_id, token),                           -- random enough to be unique; a constraint without the vendor could not be distributed
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, user_id) references users
);
create index reply_tokens_by_token on reply_tokens (token);
call protect('reply_tokens', 'select, insert');

-- A mail about a ticket waits for the earlier ones to its recipient.
create index mails_of_ticket on mails (vendor_id, user_id, (data->>'ticket'), id) where kind = 'ticket.news';
-- At most one mail about a ticket waits for each user; further events join it until its first attempt begins.
create unique index mails_waiting_for_ticket on mails (vendor_id, user_id, (data->>'ticket')) where kind = 'ticket.news' and state = 'waiting' and attempts = 0;
