-- What a home counts and lists: open tickets of a company by whose turn it is, those of all companies that wait longest, what was closed
-- when, and which warranties and support end next.
create index tickets_open_of_company on tickets (vendor_id, company_id, last_message_is_staff, coalesce(date_last_message, date_created), id)
  include (company_machine_id) where status = 'open';
create index tickets_waiting_longest on tickets (vendor_id, coalesce(date_last_message, date_created), id)
  where status = 'open' and not last_message_is_staff;
create index tickets_closed_of_company on tickets (vendor_id, company_id, date_closed) where date_closed is not null;
create index company_machines_by_warranty_end on company_machines (vendor_id, date_of_warranty_end, id) include (company_id)
  where date_removed is null;
create index companies_by_support_end on companies (vendor_id, date_support_end, id) where date_removed is null and date_support_end is not null;
