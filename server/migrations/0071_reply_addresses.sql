-- Reply addresses in mails that quote them: whoever reads the ticket would have the address of another user. The same
-- as `replyToken` of server/mail-in/content/read-mail-text.ts, which removes them from mails that are filed from now on.
update message_mails set contents = regexp_replace(contents, 'reply(\+|%(25)?2B)[a-z2-7]{26}(?=@|%(25)?40)', 'reply+…', 'gi')
  where contents ~* 'reply(\+|%(25)?2B)[a-z2-7]{26}(@|%(25)?40)';
update messages set contents = regexp_replace(contents, 'reply(\+|%(25)?2B)[a-z2-7]{26}(?=@|%(25)?40)', 'reply+…', 'gi')
  where contents ~* 'reply(\+|%(25)?2B)[a-z2-7]{26}(@|%(25)?40)' and exists (
    select from message_mails m where m.vendor_id = messages.vendor_id and m.message_id = messages.id
  );
