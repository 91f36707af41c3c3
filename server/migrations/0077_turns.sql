-- Whose turn it is, since when, and when the reply is due are written with what changes them (tickets/ticket-states.ts), not by triggers.
drop trigger if exists set_due_of_new on ticket_states;
drop trigger if exists set_due on ticket_states;
drop function if exists set_due;
comment on column ticket_states.date_waiting is null;
comment on column ticket_states.date_due is null;

-- The triggers saw of most tickets only by their last message that the team has answered.
update ticket_states set is_answered = true where last_message_is_staff and not is_answered;
update ticket_states set date_waiting = case when waiting_for = 'team' then coalesce(date_last_message, date_created) end
 where (waiting_for is not distinct from 'team') <> (date_waiting is not null);
alter table ticket_states add check ((waiting_for is not distinct from 'team') = (date_waiting is not null));
