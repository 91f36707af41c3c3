-- How many mails a vendor sent and received each day, by what became of them; for 30 days.
create table mail_counts (
  vendor_id uuid not null default app_vendor() references vendors,
  day       date not null default current_date,
  outcome   text not null,                             -- a MailOutcome (contract/mails.ts)
  count     int not null,
  primary key (vendor_id, day, outcome)
);
call protect('mail_counts', 'select, insert, update, delete');

create function sum_mail_counts() returns table (outcome text, count int) language sql stable security definer set search_path = public, pg_temp
  as $$ select outcome, sum(count)::int from mail_counts group by outcome $$;
revoke execute on function sum_mail_counts() from public;
grant execute on function sum_mail_counts() to tezgah_server;
