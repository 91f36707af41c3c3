lock table tickets in access exclusive mode; -- one that is opened between numbering and trigger would have no number

-- The number by which people name a ticket: for each vendor from 1001 on, in the order of opening.
create table ticket_numbers (
  vendor_id uuid not null default app_vendor() references vendors,
  last      int not null,
  primary key (vendor_id)
) with (fillfactor = 50);
call protect('ticket_numbers', 'select');

create temp table numbered on commit drop as
  select vendor_id, id, 1000 + row_number() over (partition by vendor_id order by date_created, id)::int as number from tickets;
insert into ticket_numbers select vendor_id, max(number) from numbered group by vendor_id;
create index on numbered (id);
analyze numbered;
create function pg_temp.number_of(vendor uuid, ticket uuid) returns int stable language sql
  as 'select number from numbered n where n.id = ticket and n.vendor_id = vendor';
-- Rewrites the table and builds its indexes once, where an update would insert each row into each index.
alter table tickets add column number int;
alter table tickets alter column number type int using pg_temp.number_of(vendor_id, id);
alter table tickets alter column number set not null;
create unique index tickets_by_number on tickets (vendor_id, number);
comment on column tickets.number is 'set by a trigger';

create function set_ticket_number() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into ticket_numbers values (new.vendor_id, 1001)
    on conflict (vendor_id) do update set last = ticket_numbers.last + 1 returning last into new.number;
  return new;
end $$;
revoke execute on function set_ticket_number from public;
create trigger set_number before insert on tickets for each row when (new.number is null) execute function set_ticket_number();
