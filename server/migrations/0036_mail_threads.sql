-- The Message-ID of a received mail: the mails about its ticket refer to it.
alter table received_mails add column mail_reference text not null default '';
create index received_mails_filed on received_mails (vendor_id, ticket_id, id desc) where state = 'filed' and mail_reference <> '';
