-- The member of the team who has a ticket to answer; null: nobody. Lists of assignees have open
-- tickets only, and read no others: `is_open` is copied from the status.
alter table ticket_states
  add column is_open boolean not null default true,
  add column assignee_id uuid,
  add foreign key (vendor_id, assignee_id) references users;
update ticket_states s set is_open = false from tickets t
 where t.vendor_id = s.vendor_id and t.id = s.ticket_id and t.status <> 'open';
alter table ticket_states alter column is_open drop default;

create index ticket_states_open_by_assignee on ticket_states (vendor_id, assignee_id, date_created desc, ticket_id desc) where is_open;
create index ticket_states_assigned on ticket_states (vendor_id, assignee_id) where assignee_id is not null;
