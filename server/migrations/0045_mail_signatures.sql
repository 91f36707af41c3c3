-- A replayed mail has a DKIM signature of one that was filed, whatever its unsigned headers say.
alter table received_mails add column signatures text[] not null default '{}'; -- hashes of sender and DKIM signature, once it was read
create index received_mails_signed on received_mails (vendor_id, user_id) where state = 'filed' and signatures <> '{}';
