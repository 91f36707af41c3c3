-- The tickets of an assignee in the order of opening, also closed ones: a filter of the queue.
drop index ticket_states_assigned;
create index ticket_states_assigned on ticket_states (vendor_id, assignee_id, date_created desc, ticket_id desc)
  where assignee_id is not null;

-- Filters of the queue, saved under a name by a member of the team.
create table ticket_filters (
  vendor_id    uuid not null default app_vendor(),
  id           uuid not null,
  user_id      uuid not null,                          -- who has saved it
  is_of_team   boolean not null,                       -- whether the whole team sees it
  name         text not null,
  query        jsonb not null,                         -- the filter (contract/ticket-filters.ts); what it names may be removed by now
  date_created timestamptz not null default now(),
  primary key (vendor_id, id),
  foreign key (vendor_id, user_id) references users
);
create unique index ticket_filters_by_name on ticket_filters
  (vendor_id, (case when is_of_team then null else user_id end), lower(name)) nulls not distinct;
call protect('ticket_filters', 'select, insert, update, delete');
