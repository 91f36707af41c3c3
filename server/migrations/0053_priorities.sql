-- How urgent a ticket is: the customer says so when they open it, and the team can change it.
alter table ticket_states
  add column priority text not null default 'normal' check (priority in ('standing', 'impaired', 'normal', 'question'));
alter table ticket_changes
  drop constraint ticket_changes_status_check,
  add constraint ticket_changes_status_check check (status in ('open', 'closed', 'archived', 'assigned', 'prioritized')),
  add column priority text check (priority in ('standing', 'impaired', 'normal', 'question')); -- of `prioritized`
alter table audit_entries add column priority text check (priority in ('standing', 'impaired', 'normal', 'question'));
