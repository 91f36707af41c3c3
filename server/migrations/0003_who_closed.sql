-- Who closed a ticket and who archived it, and when: its conversation says so. Of those that were closed before, only the date is known.
alter table tickets
  add closed_by     uuid,
  add archived_by   uuid,
  add date_archived timestamptz,
  add foreign key (vendor_id, closed_by) references users,
  add foreign key (vendor_id, archived_by) references users;

-- The open tickets on which the customer wrote last: what the vendor's team has to answer.
create index tickets_waiting on tickets (vendor_id, date_created desc, id desc) where status = 'open' and not last_message_is_staff;
