-- The sender of a vendor's mails, and the colour of their button and links. The address is used once its DNS records were verified.
alter table vendors
  add column sender_name text check (length(sender_name) between 1 and 200),
  add column sender_address text check (sender_address ~ '^[^\s@<>]+@[a-z0-9.-]+$' and length(sender_address) <= 254),
  add column date_sender_verified timestamptz check (date_sender_verified is null or sender_address is not null),
  add column color text check (color ~ '^#[0-9a-f]{6}$');
grant update (sender_name, sender_address, date_sender_verified, color, mail_in_address) on vendors to tezgah_server;

-- Whether another vendor receives mail at this local part, by its address for new tickets or by its domain.
create function is_mail_address_taken(of_address text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from vendors where mail_in_address = of_address and vendor_id <> app_vendor())
    or exists (select from vendor_domains where domain = of_address and vendor_id <> app_vendor())
$$;
revoke execute on function is_mail_address_taken(text) from public;
grant execute on function is_mail_address_taken(text) to tezgah_server;
