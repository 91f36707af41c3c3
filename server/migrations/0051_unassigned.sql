-- `assignee_id is null` gives the rows of an index no order, so unassigned open tickets have an index of their own.
create index ticket_states_unassigned on ticket_states (vendor_id, date_created desc, ticket_id desc)
  where is_open and assignee_id is null;
drop index ticket_states_open_by_assignee;
create index ticket_states_open_by_assignee on ticket_states (vendor_id, assignee_id, date_created desc, ticket_id desc)
  where is_open and assignee_id is not null;
