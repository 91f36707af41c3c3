lock table messages, message_mails in share row exclusive mode; -- what is added between the sum and the triggers would never be counted

-- The bytes of a vendor's messages, and of the mails by which they came. Sixteen rows, by the message's id: with a single one, all messages of a
-- vendor would wait for each other's commit.
create table message_usage (
  vendor_id uuid not null default app_vendor() references vendors,
  shard     int    not null,
  bytes     bigint not null check (bytes >= 0),
  primary key (vendor_id, shard)
);
call protect('message_usage', 'select');

create function usage_shard(message_id uuid) returns int language sql immutable strict parallel safe
  return get_byte(uuid_send(message_id), 15) % 16;

insert into message_usage (vendor_id, shard, bytes)
select vendor_id, usage_shard(id), sum(bytes) from (
  select vendor_id, id, octet_length(contents) as bytes from messages
  union all
  select vendor_id, message_id, octet_length(contents) from message_mails
) as texts group by 1, 2;

create function count_added_messages() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into message_usage (vendor_id, shard, bytes)
  select vendor_id, usage_shard(id), sum(octet_length(contents)) from added group by 1, 2 order by 1, 2
    on conflict (vendor_id, shard) do update set bytes = message_usage.bytes + excluded.bytes;
  return null;
end $$;

create function count_added_mails() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into message_usage (vendor_id, shard, bytes)
  select vendor_id, usage_shard(message_id), sum(octet_length(contents)) from added group by 1, 2 order by 1, 2
    on conflict (vendor_id, shard) do update set bytes = message_usage.bytes + excluded.bytes;
  return null;
end $$;

revoke execute on function count_added_messages(), count_added_mails() from public;
create trigger count_added after insert on messages referencing new table as added for each statement execute function count_added_messages();
create trigger count_added after insert on message_mails referencing new table as added for each statement execute function count_added_mails();
