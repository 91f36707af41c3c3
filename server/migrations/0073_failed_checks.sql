-- Attempts to check the sender of a waiting mail that failed for the DNS: after three the mail is held.
alter table received_mails add column failed_checks integer not null default 0;
