-- Tickets that wait for the customer in the order of their last messages, as the queue asks for them. The
-- index of all last messages would be read from the oldest ticket, which is closed as most are.
create index ticket_states_with_customer on ticket_states (vendor_id, date_last_message, ticket_id) where waiting_for = 'customer';
