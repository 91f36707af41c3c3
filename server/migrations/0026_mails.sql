-- Mails to users that are not delivered yet: waiting for the next attempt, being sent, or failed for good. A delivered mail has no row.
create table mails (
  vendor_id    uuid not null default app_vendor(),
  id           uuid not null,                          -- its Message-ID begins with it
  user_id      uuid not null,                          -- its recipient
  kind         text not null,                          -- a MailKind (contract/mails.ts), and the queue of its job
  data         jsonb not null check (jsonb_typeof(data) = 'object' and not jsonb_path_exists(data, '$.* ? (@.type() != "string")')),
  state        text not null default 'waiting' check (state in ('waiting', 'sending', 'failed')),
  job          uuid not null,                          -- the one job that may send it: another one, such as that of an earlier retry, does nothing
  attempts     int not null default 0,
  answer       text,                                   -- of the mail server, or why it cannot be sent
  date_created timestamptz not null default now(),
  date_tried   timestamptz,                            -- the last attempt
  date_next    timestamptz default now(),              -- the next attempt at the latest
  check ((date_next is not null) = (state = 'waiting')),
  primary key (vendor_id, id),
  unique (vendor_id, job),
  foreign key (vendor_id, user_id) references users
);
call protect('mails', 'select, insert, update, delete');

-- Failed mails of all vendors by kind, for the metrics.
create function count_failed_mails() returns table (kind text, count int) language sql stable security definer set search_path = public, pg_temp
  as $$ select kind, count(*)::int from mails where state = 'failed' group by kind $$;
revoke execute on function count_failed_mails() from public;
grant execute on function count_failed_mails() to tezgah_server;

-- Until now a mail was a job of pg-boss with the mail's data. Of a database these jobs stay, without the data, and send the rows made here; a
-- backup of an earlier version has its jobs in platform.restored_jobs, and its mails get new jobs after the restore.
do $$
declare
  kinds constant text[] := array['user.invited', 'user.added', 'password.forgotten', 'device.new', 'password.changed', 'secondFactor.changed', 'signIn.unusual'];
  of_boss record;
begin
  if to_regclass('pgboss.job') is not null then
    lock table pgboss.job in access exclusive mode; -- an older instance adds its job before, or not at all
    insert into mails (vendor_id, id, user_id, kind, data, job, state, attempts, answer, date_created, date_tried, date_next)
      select u.vendor_id, j.id, u.id, j.name, j.data - 'vendor' - 'user', j.id,
             case j.state::text when 'failed' then 'failed' when 'active' then 'sending' else 'waiting' end,
             case when j.started_on is null then 0 else j.retry_count + 1 end, j.output->>'answer', j.created_on, j.started_on,
             case when j.state::text in ('created', 'retry') then j.start_after end
        from pgboss.job j join users u on u.vendor_id::text = j.data->>'vendor' and u.id::text = j.data->>'user'
       where j.name = any(kinds) and j.state::text in ('created', 'retry', 'active', 'failed');
    update pgboss.job set data = jsonb_build_object('vendor', data->'vendor'), output = null where name = any(kinds);
    -- The server adds jobs only, from now on: it takes these few rights at its next start.
    drop index if exists pgboss.jobs_of_vendor;
    revoke all on all tables in schema pgboss from tezgah_server;
    for of_boss in select policyname as policy, tablename as name from pg_policies where schemaname = 'pgboss' loop
      execute format('drop policy %I on pgboss.%I', of_boss.policy, of_boss.name);
      execute format('alter table pgboss.%I no force row level security, disable row level security', of_boss.name);
    end loop;
  end if;
  if to_regclass('platform.restored_jobs') is not null then
    insert into mails (vendor_id, id, user_id, kind, data, job, state, answer, date_next)
      select u.vendor_id, j.id, u.id, j.name, j.data - 'vendor' - 'user', j.id, case when j.failed then 'failed' else 'waiting' end,
             j.output->>'answer', case when not j.failed then now() - interval '1 hour' end
        from platform.restored_jobs j join users u on u.vendor_id::text = j.data->>'vendor' and u.id::text = j.data->>'user'
       where j.name = any(kinds);
    drop table platform.restored_jobs;
  end if;
end $$;
