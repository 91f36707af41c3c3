-- `waiting` and `answered` were named from the side of one reader: a list says whose reply it awaits.
drop index tickets_waiting, tickets_waiting_longest;
create or replace function is_in_ticket_list(list text, status text, date_last_message timestamptz, date_closed timestamptz, last_message_is_staff boolean)
  returns boolean immutable parallel safe language sql
  return case list
    when 'notArchived' then status <> 'archived'
    when 'awaitingTeam' then awaits_reply(status, date_last_message, date_closed) and not last_message_is_staff
    when 'awaitingCustomer' then awaits_reply(status, date_last_message, date_closed) and last_message_is_staff
    when 'open' then status = 'open'
    when 'closed' then status = 'closed'
    when 'archived' then status = 'archived'
  end;
create index tickets_awaiting_team on tickets (vendor_id, date_created desc, id desc)
  where is_in_ticket_list('awaitingTeam', status, date_last_message, date_closed, last_message_is_staff);
create index tickets_awaiting_team_longest on tickets (vendor_id, coalesce(date_last_message, date_created), id)
  where is_in_ticket_list('awaitingTeam', status, date_last_message, date_closed, last_message_is_staff);
