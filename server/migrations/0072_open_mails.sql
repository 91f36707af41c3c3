-- Received mails that are in no ticket, until the team has accepted, discarded or seen them, and whether the sender of a held one was told so.
alter table received_mails add column date_seen timestamptz;
alter table received_mails add column is_told boolean not null default false;
update received_mails set date_seen = date_changed where state = 'automatic';
update received_mails set reason = 'automaticHeader' where reason = 'mailingList'; -- lists do not show that a program wrote
create index received_mails_open on received_mails (vendor_id, date_received desc, id desc)
  where state in ('held', 'failed', 'automatic') and date_seen is null and reason is distinct from 'ownMail' and (user_id is not null or recipient like 'reply+%');
