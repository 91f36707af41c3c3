-- An answer to the question for the machine that names none belongs to the mail of which the machine was asked.
alter table received_mails add column asked uuid;
alter table received_mails add foreign key (vendor_id, asked) references received_mails on delete set null (asked);
create index received_mails_asked on received_mails (vendor_id, asked) where asked is not null;

-- Links that unsubscribe a mail's recipient without a sign-in, in mails that quote it: whoever reads the ticket could use them.
update message_mails set contents = regexp_replace(contents, '\yunsubscribe.{1,7}token[^\s<>()\[\]"'']*', 'unsubscribe', 'gi')
  where contents ~* 'unsubscribe.{1,7}token';
update messages set contents = regexp_replace(contents, '\yunsubscribe.{1,7}token[^\s<>()\[\]"'']*', 'unsubscribe', 'gi')
  where contents ~* 'unsubscribe.{1,7}token' and exists (
    select from message_mails m where m.vendor_id = messages.vendor_id and m.message_id = messages.id
  );
