-- Up to which ticket, in the order of their ids, the due dates of the waiting ones are by
-- the present targets (record 0073); null: all are.
alter table vendors add column due_dates_after uuid;
grant update (due_dates_after) on vendors to tezgah_server;
