import { type Kysely, type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { FieldChange } from '#contract/audit.ts'
import type {
  AccountQuery,
  CompanyChange,
  CompanyDetails,
  CompanyQuery,
} from '#contract/companies.ts'
import type { Db, Placeholders } from '#platform/database/database.ts'
import { inTurkishCollation, readList } from '#platform/database/lists.ts'
import type { Schema } from '#platform/database/schema.ts'
import { notFound } from '#platform/errors.ts'
import { changesOf } from '../audit/changes.ts'
import { removeMembers } from './memberships.ts'
import { asMember, asTeam, prepareForViewer } from './viewer.ts'
import { companyIdsOf } from './visible-companies.ts'

/** A removed company is hidden with everything that belongs to it. */
const companies = (db: Kysely<Schema>) =>
  db.selectFrom('companies').where('companies.dateRemoved', 'is', null)

/** The company of a call: any for the vendor's team and for operators,
 * else one of the caller's own. @throws 404 for any other */
export async function requireCompany(db: Db, actor: Actor, id: string, as: 'team' | 'account') {
  const isMember = as === 'account' && actor.role !== 'operator'
  const [company] = await companyOf(db, isMember ? asMember(actor.userId) : asTeam, { id })
  if (!company) throw notFound()
}

const companyOf = prepareForViewer((db, viewer, { id }: Placeholders<{ id: string }>) =>
  companies(db)
    .select('companies.id')
    .where('companies.id', '=', id)
    .where(query =>
      viewer.of === 'team'
        ? query.lit(true)
        : query('companies.id', 'in', companyIdsOf(db, viewer.userId)),
    ),
)

type CompanyCall = { db: Db; actor: Actor; params: { company: string } }

export const atCompany =
  <C extends CompanyCall, R>(as: 'team' | 'account', handler: (call: C) => Promise<R>) =>
  async (call: C): Promise<R> => {
    await requireCompany(call.db, call.actor, call.params.company, as)
    return handler(call)
  }

/** Keeps a company from being removed until the transaction ends. @throws 404 if it is removed */
export function lockCompany(db: Db, id: string) {
  return companies(db)
    .select(['companies.id', 'companies.name'])
    .where('companies.id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow(notFound)
}

export function listCompanies(db: Db, query: CompanyQuery) {
  const rows = companies(db)
    .select([
      'companies.id as _id',
      'companies.name',
      'companies.dateAdded',
      'companies.dateSupportEnd',
      machineIds.as('machines'),
    ])
    .$if(query.company !== undefined, q => q.where('companies.id', '=', query.company as string))
  return readList(db, rows, query, {
    name: 'companies',
    id: 'companies.id',
    search: ['companies.search'],
    filters: [query.company],
    order: {
      name: inTurkishCollation('companies.name'),
      dateAdded: 'companies.dateAdded',
      dateCreated: 'companies.dateAdded',
      dateSupportEnd: 'companies.dateSupportEnd',
      machines: sql`(select count(*) ${machines})`,
    },
  })
}

const machines = sql`from company_machines m where m.vendor_id = companies.vendor_id and m.company_id = companies.id and m.date_removed is null`
const machineIds = sql<string[]>`array(select id::text ${machines} order by m.date_created)`

const countOf = (rows: RawBuilder<unknown>) => sql<number>`(select count(*)::int ${rows})`

/** What is hidden with a company. @throws 404 */
export const countContents = (db: Db, id: string) =>
  companies(db)
    .select([
      countOf(machines).as('machines'),
      countOf(
        sql`from company_machines m join private_files f on f.vendor_id = m.vendor_id and f.company_machine_id = m.id where m.vendor_id = companies.vendor_id and m.company_id = companies.id and m.date_removed is null`,
      ).as('privateFiles'),
      countOf(
        sql`from tickets t where t.vendor_id = companies.vendor_id and t.company_id = companies.id`,
      ).as('tickets'),
      countOf(
        sql`from memberships u where u.vendor_id = companies.vendor_id and u.company_id = companies.id`,
      ).as('users'),
    ])
    .where('companies.id', '=', id)
    .executeTakeFirstOrThrow(notFound)

export function listAccounts(db: Db, actor: Actor, query: AccountQuery) {
  const rows = companies(db)
    .leftJoin('memberships', join =>
      join
        .onRef('memberships.vendorId', '=', 'companies.vendorId')
        .onRef('memberships.companyId', '=', 'companies.id')
        .on('memberships.userId', '=', actor.userId),
    )
    .$if(actor.role !== 'operator', q => q.where('memberships.userId', 'is not', null))
    .select([
      'companies.id as _id',
      'companies.name',
      'companies.dateAdded as startDate',
      'companies.dateSupportEnd',
      sql<string>`coalesce(memberships.department, '')`.as('department'),
      sql<string>`coalesce(memberships.position, '')`.as('position'),
    ])
    .$if(query.company !== undefined, q => q.where('companies.id', '=', query.company as string))
  return readList(db, rows, query, {
    name: 'accounts',
    id: 'companies.id',
    search: ['companies.search'],
    filters: [query.company],
    order: {
      name: inTurkishCollation('companies.name'),
      startDate: 'companies.dateAdded',
      dateCreated: 'companies.dateAdded',
      dateSupportEnd: 'companies.dateSupportEnd',
      department: inTurkishCollation('memberships.department'),
      position: inTurkishCollation('memberships.position'),
    },
  })
}

export async function createCompany(db: Db, { name, dateSupportEnd = null }: CompanyDetails) {
  const { dateAdded, id } = await db
    .insertInto('companies')
    .values({ id: uuidv7(), name, dateSupportEnd })
    .returning(['id', 'dateAdded'])
    .executeTakeFirstOrThrow()
  return { _id: id, name, dateAdded, dateSupportEnd, machines: [] }
}

export async function updateCompany(
  db: Db,
  id: string,
  change: CompanyChange,
): Promise<FieldChange[]> {
  const { before } = await db.inOrder({
    before: () =>
      db
        .selectFrom('companies')
        .selectAll()
        .where('id', '=', id)
        .where('dateRemoved', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow(notFound),
    update: () => db.updateTable('companies').set(change).where('id', '=', id).execute(),
  })
  return changesOf(before, change)
}

/** Hides a company, deletes its memberships, and ends the
 * sessions of users who have lost their last one. */
export async function removeCompany(db: Db, id: string) {
  await db
    .updateTable('companies')
    .set({ dateRemoved: sql<string>`now()` })
    .where('id', '=', id)
    .where('dateRemoved', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
  await removeMembers(db, id, 'all')
}
