-- The status that a ticket was given: that it was changed does not say whether it was closed or archived.
alter table audit_entries add column status text check (status in ('open', 'closed', 'archived'));
