import { everyRoute } from '#contract/routes.ts'
import type { Caller } from './build.ts'
import type { Operation } from './document.ts'
import {
  addFailedMails,
  addMailsOf,
  addTeamMember,
  type CompanyData,
  createCompany,
  enableSecondFactor,
  type Fixture,
  marks,
  openTicket,
  otherDomain,
  ownDomain,
  type Person,
  renewSession,
  requestUpload,
  requireSecondFactor,
  resetTeam,
  uploadFile,
  writeNote,
} from './fixture.ts'
import type { Secret } from './judge.ts'
import { Memory } from './memory.ts'
import { idsOfCompany, idsOfVendor } from './rows.ts'

export type Actor = {
  caller: Caller
  secrets: Secret[]
  isAllowed: (operation: Operation) => boolean
  /** Signs in again and creates objects for the requests: before
   * each round, and after a request ended the session. */
  refresh: () => Promise<void>
  /** Has a token of this vendor, so a 401 means that the session has ended. */
  signsIn: boolean
}
type CreateActor = (fixture: Fixture, operations: Operation[]) => Promise<Actor>
type Role = 'operator' | 'admin' | 'staff' | 'customer' | null

/** Roles that change little come first; administrators, who delete data, come last. */
export const roles: Record<string, CreateActor> = {
  visitor: (fixture, operations) => createOutsider(fixture, operations, null),
  'other-vendor': (fixture, operations) =>
    createOutsider(fixture, operations, fixture.otherVendor.admin),
  customer: createCustomer,
  staff: (fixture, operations) => createTeamMember(fixture, operations, 'staff'),
  administrator: (fixture, operations) => createTeamMember(fixture, operations, 'admin'),
  operator: (fixture, operations) => createTeamMember(fixture, operations, 'operator'),
}

/** A visitor without a session, or another vendor's
 * administrator: both may use the links that mails contain. */
async function createOutsider(
  fixture: Fixture,
  operations: Operation[],
  person: Person | null,
): Promise<Actor> {
  const company = await createCompany(fixture.portal, ownDomain, fixture.operator.call, marks.home)
  const ids = await idsOfVendor(fixture.owner, fixture.home.id)
  const shared = await requestUpload(fixture.operator.call, 'paylasilan.txt', 5)
  await fixture.portal.fetchPath(shared.url.replace(/^https?:\/\/[^/]+/, ''), {
    method: 'PUT',
    body: Buffer.from('bytes'),
  })
  const call: typeof fixture.operator.call = (...input) => fixture.operator.call(...input)
  const model = await call('POST', '/admin/machine', { name: 'Herkesin', sku: 'H' })
  const file = await call('POST', `/admin/machine/${model._id}/file`, { file: shared.id })
  const secrets = [...(await otherVendorSecrets(fixture)), secret('of the vendor', ids, marks.home)]
  const { caller, prepareSignIn, ...actor } = await prepareActor(fixture, operations, {
    person,
    role: null,
    secrets,
  })
  caller.foreign.company = ids
  return {
    caller,
    ...actor,
    async refresh() {
      await resetTeam(fixture)
      caller.memory.remember('email', company.member.email)
      const { token } = await addMailsOf(fixture, company.member, company.ticket)
      caller.memory.rememberFields({ token })
      caller.memory.rememberLink('signedURL', String(file.signedURL))
      caller.memory.rememberLink('url', (await requestUpload(call, 'yuklenen.txt', 20)).url, {
        fileSize: 20,
      })
      const reminded = await call(
        'POST',
        `/admin/company/${company.company}/user/${company.pending._id}/invitation`,
      ).catch(async () => {
        // the invitation was accepted
        Object.assign(company, await createCompany(fixture.portal, ownDomain, call, marks.home))
        return company.pending
      })
      caller.memory.rememberLink('activationLink', String(reminded.activationLink))
      await prepareSignIn(caller.memory)
    },
  }
}

async function createCustomer(fixture: Fixture, operations: Operation[]): Promise<Actor> {
  const company = await createCompany(fixture.portal, ownDomain, fixture.operator.call, marks.home)
  const [own, foreign] = [
    await idsOfCompany(fixture.owner, company.company),
    await idsOfCompany(fixture.owner, fixture.neighbour.company),
  ]
  const shared = new Set(Object.values(own).flat())
  const neighbours = Object.fromEntries(
    Object.entries(foreign).map(([name, ids]) => [name, ids.filter(id => !shared.has(id))]),
  )
  const note = await writeNote(fixture, company.ticket)
  const secrets = [
    ...(await otherVendorSecrets(fixture)),
    secret('of the neighbour', neighbours, marks.neighbour),
    secret('of internal notes', { note: Object.values(note) }, marks.note),
  ]
  const { caller, prepareSignIn, ...actor } = await prepareActor(fixture, operations, {
    person: company.member,
    role: 'customer',
    secrets,
  })
  caller.foreign.company = { ...neighbours, file: [...(neighbours.file ?? []), note.file] }
  const refresh = async () => {
    await resetTeam(fixture)
    const member = await renewSession(fixture, company.member)
    Object.assign(
      company,
      member
        ? { member }
        : await createCompany(fixture.portal, ownDomain, fixture.operator.call, marks.home),
    )
    caller.token = company.member.token
    await addLinks(fixture, caller, company)
    await prepareSignIn(caller.memory)
  }
  return { caller, ...actor, refresh }
}

async function createTeamMember(
  fixture: Fixture,
  operations: Operation[],
  role: 'staff' | 'admin' | 'operator',
): Promise<Actor> {
  let person = await addTeamMember(fixture, role)
  let round = 0
  const { caller, prepareSignIn, ...actor } = await prepareActor(fixture, operations, {
    person,
    role,
    secrets: await otherVendorSecrets(fixture),
  })
  caller.foreign.company = caller.foreign.vendor
  const refresh = async () => {
    await resetTeam(fixture)
    const signsInByCode = round++ % 3 === 2
    person =
      (!signsInByCode && (await renewSession(fixture, person))) ||
      (await addTeamMember(fixture, role))
    caller.token = person.token
    await addFailedMails(fixture)
    const company = await createCompany(
      fixture.portal,
      ownDomain,
      fixture.operator.call,
      marks.home,
    )
    await addLinks(fixture, caller, company)
    caller.memory.remember(
      'file',
      await uploadFile(fixture.portal, person.call, 'raf.txt', marks.home),
    )
    await prepareSignIn(caller.memory)
    if (signsInByCode) caller.memory.rememberFields(await enableSecondFactor(person))
  }
  return { caller, ...actor, refresh }
}

async function addLinks(fixture: Fixture, { memory }: Caller, data: CompanyData) {
  const { portal, operator } = fixture
  const ticket = await openTicket(portal, data, marks.home)
  const { company, pending, member } = data
  const mails = await addMailsOf(fixture, member, ticket)
  memory.rememberFields({ ...mails, ticket })
  memory.remember(`/ticket/${ticket}/message`, String(mails.message))
  // can be taken back until a mail to the team has it
  const path = `/account/${company}/ticket/${ticket}/message`
  const reply = await member.call('POST', path, { contents: `Yanıt ${marks.home}` })
  memory.remember(path, String(reply._id))
  const reminded = await operator
    .call('POST', `/admin/company/${company}/user/${pending._id}/invitation`)
    .catch(() => undefined)
  if (reminded?.activationLink)
    memory.rememberLink('activationLink', String(reminded.activationLink))
  memory.remember('email', member.email)
}

async function prepareActor(
  fixture: Fixture,
  operations: Operation[],
  { person, role, secrets }: { person: Person | null; role: Role; secrets: Secret[] },
) {
  const foreign = { vendor: await idsOfVendor(fixture.owner, fixture.otherVendor.id), company: {} }
  const caller: Caller = {
    token: person?.token ?? null,
    domain: ownDomain,
    memory: new Memory(operations),
    foreign,
    other: { domain: otherDomain, token: fixture.otherVendor.admin.token },
  }
  const user = role && { role, userId: '', vendorId: '', sessionId: '', email: '', name: '' }
  const guards = new Map<string, (caller: typeof user) => boolean>(
    everyRoute.map(({ name, route }) => [name, route.allow]),
  )
  // No user is both on the team and a member of a company:
  // an administrator gets 404 for every account call.
  const isAllowed = ({ name, path }: Operation) =>
    guards.get(name)?.(user) === true && !(role === 'admin' && path.includes('/account/{'))
  /** A team member with a second factor; every second time also
   * one who must set it up, because the vendor requires it. */
  const secondFactor = await enableSecondFactor(await addTeamMember(fixture, 'staff'))
  let round = 0
  async function prepareSignIn(memory: Memory) {
    memory.rememberFields(secondFactor)
    if (round++ % 2 === 0) return
    memory.remember('email', (await addTeamMember(fixture, 'staff')).email)
    await requireSecondFactor(fixture, true)
  }
  return { caller, prepareSignIn, secrets, signsIn: role !== null, isAllowed }
}

const otherVendorSecrets = async ({ owner, otherVendor }: Fixture) => [
  secret('of another vendor', await idsOfVendor(owner, otherVendor.id), marks.other),
]

const secret = (of: string, ids: Record<string, string[]>, mark: string): Secret => ({
  of,
  ids: new Set(Object.values(ids).flat()),
  mark,
})
