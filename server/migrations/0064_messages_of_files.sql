-- A message or a note of files has no text.
alter table messages drop constraint messages_contents_check;
alter table ticket_notes drop constraint ticket_notes_contents_check;
