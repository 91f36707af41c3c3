-- A closed ticket waits too, where somebody wrote on it after it was closed: until now a customer's message there reached nobody. The indexes
-- say of it what the queries of server/tickets say.
drop index tickets_waiting, tickets_waiting_longest, tickets_open_of_company;
create index tickets_waiting on tickets (vendor_id, date_created desc, id desc)
  where (status = 'open' or (status = 'closed' and date_last_message > date_closed)) and not last_message_is_staff;
create index tickets_waiting_longest on tickets (vendor_id, coalesce(date_last_message, date_created), id)
  where (status = 'open' or (status = 'closed' and date_last_message > date_closed)) and not last_message_is_staff;
create index tickets_unsettled_of_company on tickets (vendor_id, company_id, last_message_is_staff, coalesce(date_last_message, date_created), id)
  include (company_machine_id, status) where status = 'open' or (status = 'closed' and date_last_message > date_closed);
