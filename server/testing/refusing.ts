import type { Portal } from './portal.ts'

/** The change that the database refuses, of the rows whose `column` is this. */
type Refused = { change: 'insert' | 'update' | 'delete'; table: string; column: string; is: string }

/** Does some work while the database refuses a change, as one without room does: the rest of it works. */
export async function whileRefused<T>({ owner }: Pick<Portal, 'owner'>, { change, table, column, is }: Refused, work: () => Promise<T>) {
  await owner.query(`
    create function refused() returns trigger language plpgsql as $$ begin raise 'no room' using errcode = 'disk_full'; end $$;
    create trigger refused before ${change} on ${table} for each row
      when (${change === 'insert' ? 'new' : 'old'}.${column} = '${is}') execute function refused()`)
  try {
    return await work()
  } finally {
    await owner.query('drop function refused cascade')
  }
}
