/** The SQL that inserts tickets with their states; of the last message, `date` and
 * `isStaff` are SQL over the inserted tickets. Returns `ticket_id`. */
export const insertTickets = (insert: string, { date = 'null', isStaff = 'false' } = {}) =>
  `with opened as (${insert} returning *),
        last as (select *, (${date})::timestamptz as date, ${isStaff} as is_staff from opened)
   insert into ticket_states (vendor_id, ticket_id, company_id, date_created, date_last_message, last_message_is_staff, is_open, waiting_for, date_waiting, date_due)
     select vendor_id, id, company_id, date_created, date, is_staff, status = 'open', side, since,
            (select due_at(v, 'normal', false, since) from vendors v where v.vendor_id = last.vendor_id)
       from last, lateral (
              select case when status = 'open' or (status = 'closed' and date > date_closed) then case when is_staff then 'customer' else 'team' end end as side) s,
            lateral (select case when side = 'team' then coalesce(date, date_created) end as since) w
     returning ticket_id`
