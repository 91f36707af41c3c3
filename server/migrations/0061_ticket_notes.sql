-- Notes between the vendor's people: a table of their own, so that no query for a customer, who reads `messages`, can have one.
create table ticket_notes (
  vendor_id  uuid not null default app_vendor(),
  id         uuid not null,
  ticket_id  uuid not null,
  user_id    uuid not null,                            -- of the vendor's team
  contents   text not null check (contents <> ''),
  date_added timestamptz not null default now(),
  primary key (vendor_id, id),
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, user_id) references users
);
create index ticket_notes_of_ticket on ticket_notes (vendor_id, ticket_id, date_added, id);
call protect('ticket_notes', 'select, insert');

-- Their texts count as those of messages do.
create trigger count_added after insert on ticket_notes referencing new table as added for each statement execute function count_added_messages();

create table note_mentions (
  vendor_id uuid not null default app_vendor(),
  note_id   uuid not null,
  user_id   uuid not null,
  primary key (vendor_id, note_id, user_id),
  foreign key (vendor_id, note_id) references ticket_notes,
  foreign key (vendor_id, user_id) references users
);
call protect('note_mentions', 'select, insert');

create table note_files (
  vendor_id uuid not null default app_vendor(),
  note_id   uuid not null,
  file_id   uuid not null,
  primary key (vendor_id, file_id),
  foreign key (vendor_id, note_id) references ticket_notes,
  foreign key (vendor_id, file_id) references files
);
create index note_files_of_note on note_files (vendor_id, note_id);
call protect('note_files', 'select, insert');

alter table notifications
  add column note_id uuid,
  add foreign key (vendor_id, note_id) references ticket_notes;
