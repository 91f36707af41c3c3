lock table tickets in access exclusive mode; -- one that is opened meanwhile would have no state

-- What each message changes, apart from `tickets`, whose other columns have indexes that a reply
-- would write again (docs/decisions/0044-ticket-states.md). The company, the company machine and the
-- date of opening never change; they are here for the indexes.
create table ticket_states (
  vendor_id             uuid not null default app_vendor(),
  ticket_id             uuid not null,
  company_id            uuid not null,
  company_machine_id    uuid not null,
  date_created          timestamptz not null,
  date_last_message     timestamptz,
  last_message_is_staff boolean not null default false,
  waiting_for           text check (waiting_for in ('team', 'customer')), -- whose reply; null: of nobody
  primary key (vendor_id, ticket_id)
) with (fillfactor = 85);
call protect('ticket_states', 'select, insert, update');
comment on column ticket_states.company_id is 'copied from the ticket';
comment on column ticket_states.company_machine_id is 'copied from the ticket';
comment on column ticket_states.date_created is 'copied from the ticket';

insert into ticket_states
  select vendor_id, id, company_id, company_machine_id, date_created, date_last_message, last_message_is_staff,
         case when awaits_reply(status, date_last_message, date_closed)
              then case when last_message_is_staff then 'customer' else 'team' end end
    from tickets;
alter table ticket_states add foreign key (vendor_id, ticket_id) references tickets;
create index ticket_states_by_last_message on ticket_states (vendor_id, date_last_message desc, ticket_id desc);
create index ticket_states_waiting on ticket_states (vendor_id, waiting_for, date_created desc, ticket_id desc)
  where waiting_for is not null;
create index ticket_states_waiting_longest on ticket_states
  (vendor_id, waiting_for, coalesce(date_last_message, date_created), ticket_id) where waiting_for is not null;
create index ticket_states_waiting_of_company on ticket_states
  (vendor_id, company_id, waiting_for, coalesce(date_last_message, date_created), ticket_id) include (company_machine_id)
  where waiting_for is not null;

-- Their indexes go with them.
alter table tickets drop column date_last_message, drop column last_message_is_staff;
drop function is_in_ticket_list, awaits_reply;
-- `tickets_by_status` has the same rows in the same order.
drop index if exists tickets_archived;
create index tickets_open_of_company on tickets (vendor_id, company_id) include (company_machine_id) where status = 'open';
