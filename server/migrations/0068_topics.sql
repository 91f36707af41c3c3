-- By what a vendor's team classifies its tickets; customers do not see it.
create table topics (
  vendor_id    uuid not null default app_vendor() references vendors,
  id           uuid not null,
  name         text not null check (name <> ''),
  date_created timestamptz not null default now(),
  primary key (vendor_id, id)
);
create unique index topics_by_name on topics (vendor_id, fold(name));
call protect('topics', 'select, insert, update, delete');

create table ticket_topics (
  vendor_id uuid not null default app_vendor(),
  ticket_id uuid not null,
  topic_id  uuid not null,
  primary key (vendor_id, ticket_id, topic_id),
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, topic_id) references topics
);
create index ticket_topics_of_topic on ticket_topics (vendor_id, topic_id, ticket_id);
call protect('ticket_topics', 'select, insert, delete');
