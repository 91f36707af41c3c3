lock table files in share row exclusive mode; -- what is added between the sum and the triggers would never be counted

-- How many bytes a vendor's files may take: null where the installation's VENDOR_QUOTA holds, 0 where there is no limit.
alter table vendors add file_quota bigint check (file_quota >= 0);

-- How many they take, announced uploads among them. Kept with every change of a file and in its transaction: a vendor may have a million, and
-- of two uploads at once the second has to wait for what the first one takes.
create table file_usage (
  vendor_id uuid not null default app_vendor() references vendors,
  bytes     bigint not null check (bytes >= 0),
  primary key (vendor_id)
);
call protect('file_usage', 'select');
insert into file_usage (vendor_id, bytes) select vendor_id, sum(file_size) from files group by vendor_id;

create function count_added_files() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into file_usage (vendor_id, bytes) select vendor_id, sum(file_size) from added group by vendor_id order by vendor_id
    on conflict (vendor_id) do update set bytes = file_usage.bytes + excluded.bytes;
  return null;
end $$;

create function count_removed_files() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update file_usage set bytes = file_usage.bytes - gone.bytes
    from (select vendor_id, sum(file_size) as bytes from removed group by vendor_id) as gone where file_usage.vendor_id = gone.vendor_id;
  return null;
end $$;

revoke execute on function count_added_files(), count_removed_files() from public;
create trigger count_added after insert on files referencing new table as added for each statement execute function count_added_files();
create trigger count_removed after delete on files referencing old table as removed for each statement execute function count_removed_files();
