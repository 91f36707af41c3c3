-- Where each received mail was filed: a replay is known after the raw mail is deleted.
create table filed_mails (
  vendor_id   uuid not null default app_vendor(),
  fingerprint text not null,                 -- of the received mail
  ticket_id   uuid not null,
  user_id     uuid not null,
  signatures  text[] not null,               -- hashes of sender and DKIM signature
  primary key (vendor_id, fingerprint, ticket_id),
  foreign key (vendor_id, ticket_id) references tickets,
  foreign key (vendor_id, user_id) references users
);
create index filed_mails_signed on filed_mails (vendor_id, user_id) where signatures <> '{}';
call protect('filed_mails', 'select, insert');

insert into filed_mails (vendor_id, fingerprint, ticket_id, user_id, signatures)
  select distinct on (vendor_id, fingerprint, ticket_id) vendor_id, fingerprint, ticket_id, user_id, signatures
    from received_mails where state = 'filed' and ticket_id is not null and user_id is not null;
drop index received_mails_signed;
alter table received_mails drop column signatures;
