import pg from 'pg'
import type { ConnectionParameters } from '#platform/postgres/postgres.ts'
import type { Thread } from './texts.ts'

/** A user with a session; customers are members of
 * `company`, which has the machine and the tickets. */
export type SeededUser = {
  userId: string
  sessionId: string
  name: string
  company: string
  machine: string
  tickets: string[]
}
export type Seeded = { vendorId: string; team: SeededUser[]; customers: SeededUser[] }

export const domain = 'bench.tezgah.test'
const people = 32
/** The first members of the team, to whom seven in ten tickets are assigned. They
 * and all customers have a password, so they are told as users are by default. */
export const assignees = 10

export type SeedOptions = { vendorDomain?: string; companies?: number }

/** Fills a migrated database with a vendor's tickets of the last three
 * years. The superuser writes, which skips foreign key checks. */
export async function seed(
  superuser: ConnectionParameters,
  tickets: number,
  threads: Thread[],
  { vendorDomain = domain, companies = Math.max(20, tickets / 500) }: SeedOptions = {},
): Promise<Seeded> {
  const client = new pg.Client({
    ...superuser,
    options: '-c session_replication_role=replica -c timezone=UTC -c synchronous_commit=off',
  })
  await client.connect()
  try {
    const {
      rows: [vendor],
    } = await client.query<{ id: string }>(
      "insert into vendors (vendor_id, name) values (uuidv7(), 'Tezgah Makina') returning vendor_id as id",
    )
    const vendorId = vendor?.id as string
    await client.query(`select set_config('app.vendor', '${vendorId}', false)`)
    await client.query('insert into vendor_domains (domain) values ($1)', [vendorDomain])
    await client.query(
      'create temp table thread as select i - 1 as i, title, messages from (select row_number() over () as i, t.* from json_to_recordset($1) as t(title text, messages text[])) t',
      [JSON.stringify(threads)],
    )
    for (const step of steps(tickets, companies, threads.length)) await client.query(step)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    const { rows: team } = await client.query<SeededUser>(usersWithSession('staff'))
    const { rows: customers } = await client.query<SeededUser>(usersWithSession('customer'))
    return { vendorId, team, customers }
  } finally {
    await client.end()
  }
}

const steps = (tickets: number, companies: number, threads: number) => [
  `insert into users (id, email, name, surname, role, password_hash)
     select uuidv7(), 'staff' || i || '@bench.test', 'Destek', 'Görevlisi ' || i, 'staff', case when i <= ${assignees} then '-' end from generate_series(1, 50) i`,
  `insert into companies (id, name, date_support_end) select uuidv7(), 'Şişli Pres ' || i, '2030-01-31' from generate_series(1, ${companies}) i`,
  `insert into users (id, email, name, surname, role, password_hash)
     select uuidv7(), 'customer' || i || '@bench.test', 'Ayşe', 'Yılmaz ' || i, 'customer', '-' from generate_series(1, ${companies} * 25) i`,
  `insert into machines (id, name, sku) select uuidv7(), 'İnci Torna ' || i, 'IT-' || i from generate_series(1, 100) i`,

  // Numbered, so that the rows below can be assigned round-robin.
  'create temp table company as select id, row_number() over (order by id) - 1 as i from companies where vendor_id = app_vendor()',
  "create temp table staff as select id, row_number() over (order by id) - 1 as i from users where vendor_id = app_vendor() and role = 'staff'",
  `create temp table member as select id, (row_number() over (order by id) - 1) / 25 as company, (row_number() over (order by id) - 1) % 25 as i from users where vendor_id = app_vendor() and role = 'customer'`,
  'create temp table machine as select id, row_number() over (order by id) - 1 as i from machines where vendor_id = app_vendor()',
  'insert into memberships (user_id, company_id) select m.id, c.id from member m join company c on c.i = m.company',
  `insert into company_machines (id, company_id, machine_id, serial_number, date_of_purchase, date_of_warranty_end)
     select uuidv7(), c.id, m.id, 'SN-' || c.i || '-' || n, '2025-03-01', '2026-03-01' from company c cross join generate_series(0, 4) n join machine m on m.i = (c.i * 5 + n) % 100`,
  'create temp table installed as select id, company_id, row_number() over (partition by company_id order by id) - 1 as i from company_machines where vendor_id = app_vendor()',

  `create temp table ticket as
     select n, uuidv7(-age) as id, now() - age as date_created, c.id as company, m.id as author, cm.id as machine, t.title, t.messages,
            case when of_ten < 3 then 'open' when of_ten < 7 then 'closed' else 'archived' end as status
       from generate_series(0, ${tickets - 1}) n
       cross join lateral (select make_interval(secs => (${tickets} - n) * (3 * 365 * 86400.0 / ${tickets}) + 86400) as age) a
       join company c on c.i = n * 7919::bigint % ${companies}
       join member m on m.company = c.i and m.i = n / ${companies} % 25
       join installed cm on cm.company_id = c.id and cm.i = n % 5
       join thread t on t.i = n % ${threads}
       -- independent of the company, which n also determines
       cross join lateral (select (hashint8(n) & 1048575) % 10 as of_ten) s`,
  `insert into tickets (number, id, company_id, company_machine_id, title, status, created_by, date_created, date_closed)
     select 1001 + n, id, company, machine, title, status, author, date_created, case when status <> 'open' then date_created + interval '8 hours' end from ticket order by n`,
  // A third of the open ones waits for the other side, as the team has set; one in ten is snoozed.
  `insert into ticket_states (ticket_id, company_id, date_created, date_last_message, last_message_is_staff, is_open, waiting_for, assignee_id, priority, date_snoozed, date_waiting, date_due)
     select t.id, company, date_created, last_message, false, status = 'open', waiting_for, s.id, priority,
            case when status = 'open' and h / 1000 % 10 = 0 then now() + interval '9 days' end,
            case when waiting_for = 'team' then last_message end,
            case when waiting_for = 'team' and priority in ('standing', 'impaired') then last_message + interval '4 hours' end
       from ticket t
       cross join lateral (select hashint8(n * 31) & 1048575 as h, date_created + interval '4 hours' as last_message) a
       cross join lateral (select case when status <> 'open' then null when h % 3 = 0 then 'customer' else 'team' end as waiting_for,
            (array['standing', 'impaired', 'impaired', 'impaired', 'question', 'question'])[h / 7 % 20 + 1] as urgent) b
       cross join lateral (select coalesce(urgent, 'normal') as priority) c
       left join staff s on h / 200 % 10 < 7 and s.i = h / 20000 % ${assignees}
      order by n`,
  `insert into ticket_numbers (last) values (${1000 + tickets})`,
  `insert into messages (id, ticket_id, user_id, is_staff, contents, date_added)
     select uuidv7(date_added - now()), t.id, case when m % 2 = 0 then t.author else s.id end, m % 2 = 1, t.messages[m + 1], date_added
       from ticket t cross join generate_series(0, 4) m join staff s on s.i = (t.n + m) % 50
       cross join lateral (select t.date_created + make_interval(hours => m) as date_added) d
      order by date_added`,
  `create temp table seeded_user as
     select 'staff' as role, s.id, c.id as company from staff s join company c on c.i = s.i % ${companies} where s.i < ${people}
     union all (select 'customer', m.id, c.id from member m join company c on c.i = m.company order by m.i, m.company limit ${people})`,
  "insert into sessions (id, user_id, date_expires) select uuidv7(), id, now() + interval '1 day' from seeded_user",
]

const usersWithSession = (role: 'staff' | 'customer') => `
  select p.id as "userId", s.id as "sessionId", u.name || ' ' || u.surname as name, p.company,
         (select cm.id from company_machines cm where cm.company_id = p.company order by cm.id limit 1) as machine,
         array(select t.id::text from tickets t where t.company_id = p.company and t.status <> 'archived' order by md5(t.id::text) limit 300) as tickets
    from seeded_user p join sessions s on s.user_id = p.id join users u on u.id = p.id where p.role = '${role}' order by p.id`
