-- The team's replies in the order in which they are due; without a target, since when they wait. The
-- home page has the first of them, and no longer those that wait the longest by their last message.
drop index ticket_states_due;
drop index ticket_states_waiting_longest;
create index ticket_states_to_answer on ticket_states (vendor_id, date_due, date_waiting, ticket_id)
  where waiting_for = 'team' and date_snoozed is null;
