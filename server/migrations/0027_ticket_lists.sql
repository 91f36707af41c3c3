-- Which tickets a list has. PostgreSQL inlines these functions in queries, where the list is a literal, and in the predicates of partial indexes. The
-- indexes depend on the definitions, so these are not in functions.sql: a migration that changes them creates the indexes again.

-- Whether a reply may be due: on an open ticket, and on a closed one with a message after its closing.
create function awaits_reply(status text, date_last_message timestamptz, date_closed timestamptz) returns boolean immutable parallel safe language sql
  return status = 'open' or (status = 'closed' and date_last_message > date_closed);

create function is_in_ticket_list(list text, status text, date_last_message timestamptz, date_closed timestamptz, last_message_is_staff boolean)
  returns boolean immutable parallel safe language sql
  return case list
    when 'notArchived' then status <> 'archived'
    when 'waiting' then awaits_reply(status, date_last_message, date_closed) and not last_message_is_staff
    when 'answered' then awaits_reply(status, date_last_message, date_closed) and last_message_is_staff
    when 'open' then status = 'open'
    when 'closed' then status = 'closed'
    when 'archived' then status = 'archived'
  end;
revoke execute on function awaits_reply, is_in_ticket_list from public;
grant execute on function awaits_reply, is_in_ticket_list to tezgah_server;

drop index tickets_waiting, tickets_waiting_longest, tickets_unsettled_of_company;
create index tickets_waiting on tickets (vendor_id, date_created desc, id desc)
  where is_in_ticket_list('waiting', status, date_last_message, date_closed, last_message_is_staff);
create index tickets_waiting_longest on tickets (vendor_id, coalesce(date_last_message, date_created), id)
  where is_in_ticket_list('waiting', status, date_last_message, date_closed, last_message_is_staff);
create index tickets_awaiting_reply_of_company on tickets (vendor_id, company_id, last_message_is_staff, coalesce(date_last_message, date_created), id)
  include (company_machine_id, status) where awaits_reply(status, date_last_message, date_closed);

-- The closed or archived tickets by closing date.
create index tickets_by_closing on tickets (vendor_id, status, date_closed, id) where status <> 'open';
