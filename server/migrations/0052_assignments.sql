-- Who was assigned to a ticket, and by whom, beside the changes of its status.
alter table ticket_changes
  drop constraint ticket_changes_status_check,
  add constraint ticket_changes_status_check check (status in ('open', 'closed', 'archived', 'assigned')),
  add column assignee_id uuid,                         -- of `assigned`; null: the ticket was unassigned
  add foreign key (vendor_id, assignee_id) references users;
