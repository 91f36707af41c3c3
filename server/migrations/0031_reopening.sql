-- For how many days customers may reopen a ticket after its closing, and unarchive one that they archived; 0: never.
alter table vendors add column reopen_days int not null default 14 check (reopen_days between 0 and 365);
-- The vendor's usual time to answer, in hours; null: it promises none.
alter table vendors add column answer_hours int check (answer_hours between 1 and 720);
grant update (reopen_days, answer_hours) on vendors to tezgah_server;

-- The reopenings of a ticket, and the closings and archivings that they ended. Of the last closing and archiving the ticket's own row says who and when.
create table ticket_changes (
  vendor_id    uuid not null default app_vendor(),
  id           uuid not null,
  ticket_id    uuid not null,
  status       text not null check (status in ('open', 'closed', 'archived')),
  user_id      uuid,                                   -- null: closed or archived before this was recorded
  date_changed timestamptz not null,
  primary key (vendor_id, ticket_id, id),
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, user_id) references users
);
call protect('ticket_changes', 'select, insert');

-- The earlier ticket of the same company that a ticket continues.
alter table tickets add column continues_id uuid, add foreign key (vendor_id, continues_id) references tickets;
create index tickets_continuing on tickets (vendor_id, continues_id, date_created, id) where continues_id is not null;
