-- Received mails, one row for each recipient, with the raw mail: so that it is acknowledged, deduplicated, backed up and deleted with its row.
create table received_mails (
  vendor_id      uuid not null default app_vendor() references vendors,
  id             uuid not null,
  fingerprint    text not null,                        -- a hash of Message-ID and body, or of the mail without a Message-ID
  recipient      text not null,                        -- of the envelope, in lower case
  envelope_from  text not null default '',
  client_address text not null default '',             -- of the SMTP client, for SPF
  client_name    text not null default '',
  raw            bytea not null,
  sender         text not null default '',             -- the address in From
  sender_name    text not null default '',
  subject        text not null default '',
  state          text not null default 'waiting'
    check (state in ('waiting', 'filed', 'answered', 'automatic', 'bounced', 'held', 'failed', 'discarded')),
  reason         text,                                 -- a ReceivedReason (contract/mail-in.ts)
  user_id        uuid,                                 -- for whom it is filed
  ticket_id      uuid,
  is_accepted    boolean not null default false,       -- by the team: its sender is not checked again
  attempts       int not null default 0,               -- to file it, since the last one that ended
  date_attempted timestamptz,                          -- of an attempt that has not ended
  date_received  timestamptz not null default now(),
  date_changed   timestamptz not null default now(),   -- of the state
  search         text not null generated always as (fold(sender || ' ' || sender_name || ' ' || subject)) stored,
  primary key (vendor_id, id),
  unique (vendor_id, fingerprint, recipient),
  foreign key (vendor_id, user_id) references users,
  foreign key (vendor_id, ticket_id) references tickets
);
alter table received_mails alter column raw set storage external; -- mostly base64, which does not compress
create index received_mails_newest on received_mails (vendor_id, date_received desc, id desc);
create index received_mails_waiting on received_mails (vendor_id, recipient, id) where state = 'waiting'; -- the order of filing
call protect('received_mails', 'select, insert, update, delete');

-- The whole text of a message that came by mail, with what was cut from it.
create table message_mails (
  vendor_id  uuid not null default app_vendor(),
  message_id uuid not null,
  contents   text not null,
  primary key (vendor_id, message_id),
  foreign key (vendor_id, message_id) references messages
);
call protect('message_mails', 'select, insert');

-- Users with an undeliverable address: until the row is deleted, the server sends them no mail about tickets or a new company.
create table undeliverable_addresses (
  vendor_id    uuid not null default app_vendor(),
  user_id      uuid not null,
  diagnostic   text not null default '',               -- of the mail server that refused it
  date_bounced timestamptz not null default now(),
  primary key (vendor_id, user_id),
  foreign key (vendor_id, user_id) references users
);
call protect('undeliverable_addresses', 'select, insert, update, delete');

-- The local part of the address at which a vendor receives new tickets; without one it is the vendor's domain.
alter table vendors add column mail_in_address text check (mail_in_address ~ '^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$');
create unique index vendors_mail_in_address on vendors (mail_in_address);

-- The vendor of a recipient of a received mail, before a vendor is known: of a reply token, or of an address for new tickets.
create function find_mail_recipient(of_token text, of_address text) returns uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(
    (select vendor_id from reply_tokens where token = of_token),
    (select vendor_id from vendors where mail_in_address = of_address),
    (select d.vendor_id from vendor_domains d join vendors v using (vendor_id) where d.domain = of_address and v.mail_in_address is null))
$$;
revoke execute on function find_mail_recipient(text, text) from public;
grant execute on function find_mail_recipient(text, text) to tezgah_server;
