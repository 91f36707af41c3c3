import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { waitFor } from '#testing/wait-for.ts'
import type { TestPortal } from './portal.ts'

/** Locks the rows that `lock` selects, starts each call once the
 * one before waits, then releases the rows. Returns the answers. */
export async function queueBehind<T>(
  { owner, connection }: Pick<TestPortal, 'owner' | 'connection'>,
  lock: string,
  values: unknown[],
  calls: (() => Promise<T>)[],
): Promise<T[]> {
  await waitForDueJobs(owner) // which could wait for the lock, too
  const holder = await owner.connect()
  const watcher = new pg.Client({ ...inject('postgres').superuser, database: connection.database })
  await watcher.connect()
  const answers: Promise<T>[] = []
  try {
    await holder.query('begin')
    await holder.query(lock, values)
    for (const call of calls) {
      answers.push(call())
      await waitForLocks(watcher, answers.length)
    }
  } finally {
    await holder.query('rollback')
    holder.release()
    await watcher.end()
  }
  return Promise.all(answers)
}

/** Waits until `count` connections wait for a lock. Needs a
 * superuser, as the owner does not see the waits of other logins. */
async function waitForLocks(watcher: pg.Client, count: number) {
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(5)) {
    const { rows } = await watcher.query(
      "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    if (rows[0].waiting === count) return
  }
  throw new Error(`${count} calls do not wait for a lock`)
}

const waitForDueJobs = (owner: TestPortal['owner']) =>
  waitFor(async () => {
    const { rowCount } = await owner.query(
      "select from pgboss.job where data ? 'vendor' and state in ('created', 'retry', 'active') and start_after <= now()",
    )
    if (rowCount !== 0) throw new Error(`${rowCount} jobs are due`)
  })

/** Waits until what follows from earlier calls is stored: the mails
 * of requested passwords, notifications, and received mails. */
export const waitForReactions = (owner: TestPortal['owner']) =>
  waitFor(async () => {
    const { rowCount } = await owner.query(
      "select from pgboss.job where name in ('password.requested', 'ticket.changed', 'message.retracted', 'merge.undone', 'file.infected', 'mail.received') and state < 'completed'",
    )
    if (rowCount !== 0) throw new Error(`${rowCount} reactions are pending`)
  })

const mailsOf =
  'select m.id, m.job from mails m join users u on u.vendor_id = m.vendor_id and u.id = m.user_id where u.email = any($1)'

/** Sends the mails that wait for these users now, and no others: a mail that shares its job gets
 * one of its own. */
export async function sendMailsTo(owner: TestPortal['owner'], ...emails: string[]) {
  await owner.query(
    `with own as (
       select m.id, m.job, gen_random_uuid() as new_job from (${mailsOf}) m
        where exists (select from mails other where other.job = m.job and other.id <> m.id)),
     moved as (update mails set job = new_job from own where mails.id = own.id)
     insert into pgboss.job_common
     select (jsonb_populate_record(j, jsonb_build_object('id', new_job))).* from own join pgboss.job_common j on j.id = own.job`,
    [emails],
  )
  await owner.query(
    `update pgboss.job set start_after = now() where id in (select job from (${mailsOf}))`,
    [emails],
  )
  await waitFor(async () => {
    const { rowCount } = await owner.query(mailsOf, [emails])
    if (rowCount !== 0) throw new Error(`${rowCount} mails wait`)
  })
}
