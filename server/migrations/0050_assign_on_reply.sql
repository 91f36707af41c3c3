-- Whether a ticket that nobody has is assigned to the first colleague who answers it.
alter table vendors add column assign_on_reply boolean not null default false;
grant update (assign_on_reply) on vendors to tezgah_server;

-- A company's tickets by the last message; those of the whole vendor may be a million.
create index ticket_states_of_company_by_last_message on ticket_states (vendor_id, company_id, date_last_message desc, ticket_id desc);
-- Nothing reads it; its index goes with it.
alter table ticket_states drop column company_machine_id;
create index ticket_states_waiting_of_company on ticket_states
  (vendor_id, company_id, waiting_for, coalesce(date_last_message, date_created), ticket_id) where waiting_for is not null;
