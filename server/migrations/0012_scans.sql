-- What a scanner for malware has said of a file. Of an infected one only the row stays: its bytes go, and take no room any more.
alter table files
  add scan         text check (scan in ('waiting', 'clean', 'oversize', 'infected')), -- null: it was stored while no scanner was set
  add infection    text,                                                             -- what it is infected with
  add date_scanned timestamptz;

create or replace function count_added_files() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into file_usage (vendor_id, bytes)
    select vendor_id, sum(case when scan = 'infected' then 0 else file_size end) from added group by vendor_id order by vendor_id
    on conflict (vendor_id) do update set bytes = file_usage.bytes + excluded.bytes;
  return null;
end $$;

create or replace function count_removed_files() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update file_usage set bytes = file_usage.bytes - gone.bytes
    from (select vendor_id, sum(case when scan = 'infected' then 0 else file_size end) as bytes from removed group by vendor_id) as gone
   where file_usage.vendor_id = gone.vendor_id;
  return null;
end $$;

create function count_infected_file() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update file_usage set bytes = bytes - new.file_size where vendor_id = new.vendor_id;
  return null;
end $$;
revoke execute on function count_infected_file() from public;
create trigger count_infected after update of scan on files for each row
  when (new.scan = 'infected' and old.scan is distinct from 'infected') execute function count_infected_file();
