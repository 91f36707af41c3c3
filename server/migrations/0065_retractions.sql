-- The sender of a message takes it back: its text and files are gone, its place stays.
alter table messages add column date_retracted timestamptz;
grant update (contents, date_retracted) on messages to tezgah_server;
grant delete on message_files to tezgah_server;

-- Recent messages that a mail has, or will have: these are not taken back. The rows are deleted an hour later.
create table mailed_messages (
  vendor_id   uuid not null default app_vendor(),
  message_id  uuid not null,
  date_mailed timestamptz not null default now(),
  primary key (vendor_id, message_id),
  foreign key (vendor_id, message_id) references messages
);
call protect('mailed_messages', 'select, insert, delete');
