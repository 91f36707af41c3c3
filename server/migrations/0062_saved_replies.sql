-- Texts of messages that recur, saved under a shortcode by a member of the team.
create table saved_replies (
  vendor_id    uuid not null default app_vendor(),
  id           uuid not null,
  user_id      uuid not null,                          -- who has saved it
  is_of_team   boolean not null,                       -- whether the whole team sees it
  shortcode    text not null,
  turkish      text not null default '',               -- empty in at most one language
  english      text not null default '',
  date_created timestamptz not null default now(),
  primary key (vendor_id, id),
  foreign key (vendor_id, user_id) references users,
  check (turkish <> '' or english <> '')
);
create unique index saved_replies_by_shortcode on saved_replies
  (vendor_id, (case when is_of_team then null else user_id end), fold(shortcode)) nulls not distinct;
call protect('saved_replies', 'select, insert, update, delete');

create table saved_reply_files (
  vendor_id uuid not null default app_vendor(),
  reply_id  uuid not null,
  file_id   uuid not null,
  primary key (vendor_id, file_id),
  foreign key (vendor_id, reply_id) references saved_replies,
  foreign key (vendor_id, file_id) references files
);
create index saved_reply_files_of_reply on saved_reply_files (vendor_id, reply_id);
-- A message that takes a file locks its row, which needs `update`.
call protect('saved_reply_files', 'select, insert, update, delete');

-- The file of a saved reply is in each message that was sent with it.
alter table message_files drop constraint message_files_pkey, add primary key (vendor_id, message_id, file_id);
drop index message_files_of_message;
create index message_files_of_file on message_files (vendor_id, file_id);
