-- Until when an open ticket is snoozed: the team's lists of what is to be done leave it out. A message of
-- the customer, its closing and the date itself end that.
alter table ticket_states add column date_snoozed timestamptz;
alter table ticket_changes
  drop constraint ticket_changes_status_check,
  add constraint ticket_changes_status_check check (status in ('open', 'closed', 'archived', 'assigned', 'prioritized', 'snoozed')),
  add column date_snoozed timestamptz;                 -- of `snoozed`; null: a user ended it

create index ticket_states_snoozed on ticket_states (vendor_id, date_created desc, ticket_id desc) where date_snoozed is not null;

-- The lists and counts of what is to be done read no snoozed ticket, or see that it is one without its row.
drop index ticket_states_unassigned;
create index ticket_states_unassigned on ticket_states (vendor_id, date_created desc, ticket_id desc)
  where is_open and assignee_id is null and date_snoozed is null;
drop index ticket_states_open_by_assignee;
create index ticket_states_open_by_assignee on ticket_states (vendor_id, assignee_id, date_created desc, ticket_id desc)
  where is_open and assignee_id is not null and date_snoozed is null;
drop index ticket_states_waiting;
create index ticket_states_waiting on ticket_states (vendor_id, waiting_for, date_created desc, ticket_id desc) include (date_snoozed)
  where waiting_for is not null;
drop index ticket_states_waiting_longest;
create index ticket_states_waiting_longest on ticket_states
  (vendor_id, waiting_for, coalesce(date_last_message, date_created), ticket_id) include (date_snoozed) where waiting_for is not null;
drop index ticket_states_waiting_of_company;
create index ticket_states_waiting_of_company on ticket_states
  (vendor_id, company_id, waiting_for, coalesce(date_last_message, date_created), ticket_id) include (date_snoozed)
  where waiting_for is not null;
