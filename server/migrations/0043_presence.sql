-- Whether customers learn that the team views or writes on their ticket.
alter table vendors add column customers_see_presence boolean not null default true;
grant update (customers_see_presence) on vendors to tezgah_server;
