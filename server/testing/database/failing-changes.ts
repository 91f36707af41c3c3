import type { TestPortal } from '#testing/portal.ts'

type FailingChange = {
  change: 'insert' | 'update' | 'delete'
  table: string
  column: string
  is: string
}

/** Runs `work` while the database fails a change with disk_full. */
export async function whileChangeFails<T>(
  { owner }: Pick<TestPortal, 'owner'>,
  { change, table, column, is }: FailingChange,
  work: () => Promise<T>,
) {
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
