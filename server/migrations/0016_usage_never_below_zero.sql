-- What is kept of the use never keeps a file from being removed, or from being known as infected, though it be less than the file takes.
create or replace function count_removed_files() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update file_usage set bytes = greatest(0, file_usage.bytes - gone.bytes)
    from (select vendor_id, sum(case when scan = 'infected' then 0 else file_size end) as bytes from removed group by vendor_id) as gone
   where file_usage.vendor_id = gone.vendor_id;
  return null;
end $$;

create or replace function count_infected_file() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update file_usage set bytes = greatest(0, bytes - new.file_size) where vendor_id = new.vendor_id;
  return null;
end $$;
