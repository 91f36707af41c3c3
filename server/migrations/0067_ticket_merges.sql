-- A duplicate whose messages and notes are now of another ticket of its company; it is archived itself.
create table ticket_merges (
  vendor_id   uuid not null default app_vendor(),
  ticket_id   uuid not null,
  into_id     uuid not null,
  user_id     uuid not null,                           -- of the vendor's team
  was_open    boolean not null,
  date_merged timestamptz not null default now(),
  primary key (vendor_id, ticket_id),
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, into_id) references tickets,
  foreign key (vendor_id, user_id) references users
);
create index ticket_merges_of_target on ticket_merges (vendor_id, into_id);
call protect('ticket_merges', 'select, insert, delete');

-- The duplicate that a message or note came from, to which it returns when the merge is undone.
alter table messages add column merged_from uuid;
alter table ticket_notes add column merged_from uuid;
grant update (ticket_id, merged_from) on messages to tezgah_server;
grant update (ticket_id, merged_from) on ticket_notes to tezgah_server;
