-- Mine and unassigned tickets in the order in which they are due, as the queue asks for them.
drop index ticket_states_unassigned;
create index ticket_states_unassigned on ticket_states (vendor_id, date_due, date_waiting, ticket_id)
  where is_open and assignee_id is null and date_snoozed is null;
drop index ticket_states_open_by_assignee;
create index ticket_states_open_by_assignee on ticket_states (vendor_id, assignee_id, date_due, date_waiting, ticket_id)
  where is_open and assignee_id is not null and date_snoozed is null;
-- A prepared statement keeps the plan of the vendor that used its connection first. Without statistics
-- of the vendors that plan is the same for each: of a small one it would read all states and sort them.
alter table ticket_states alter column vendor_id set statistics 0;
select pg_clear_attribute_stats('public', 'ticket_states', 'vendor_id', false);
