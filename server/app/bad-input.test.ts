import { describe, expect, test } from 'vitest'
import { everyRoute, type RouteName } from '#contract/routes.ts'
import {
  type Example,
  examplesIn,
  type Field,
  fieldsOf,
  type Reply,
} from '#testing/calls/examples.ts'
import {
  listMutations,
  type Mutation,
  numberMutations,
  padTo,
  parameterMutations,
  textMutations,
  typeMutations,
} from '#testing/calls/mutations.ts'
import { hashTables } from '#testing/database/rows.ts'
import { openPortal } from '#testing/portal.ts'

// Every invalid value of every field of every call is
// refused in the reader's language, and nothing is written.

/** The maximum lengths of text fields; others are ids, days or enums. */
const maxCharacters: Record<string, number> = {
  ...{
    name: 200,
    surname: 200,
    department: 200,
    position: 200,
    title: 200,
    titleBefore: 200,
    token: 400,
    pass: 1_000,
    password: 200,
    search: 200,
  },
  ...{
    sku: 100,
    serialNumber: 100,
    signature: 100,
    phone: 40,
    emergencyPhone: 40,
    callBack: 40,
    email: 254,
    fileName: 255,
    fileType: 127,
  },
  ...{ senderName: 200, senderAddress: 254, mailInAddress: 64, color: 7, country: 2 },
  ...{ description: 5_000, notes: 5_000, message: 10_000, contents: 10_000 },
  ...{ shortcode: 40, turkish: 5_000, english: 5_000 },
  // shorter than that of other names
  ...{ 'topics.create body.name': 40, 'topics.update body.name': 40 },
}

const optional = ['missing']
const line = ['like a path']
const optionalLine = [...line, 'missing', 'empty', 'blank', 'unseen']
const text = ['on two lines', 'turned around', 'like a path']
const optionalText = [...text, 'missing', 'empty', 'blank', 'unseen']
/** Spoilt values that are valid; all others are refused. */
const accepted: Record<string, string[]> = {
  'query.page': optional,
  'body.assignee': ['null'],
  'body.assigneeBefore': ['null'],
  'body.lastMessage': ['missing', 'null'],
  'query.size': optional,
  'query.sort': optional,
  'query.status': optional,
  'query.state': optional,
  'query.company': optional,
  'query.assignee': optional,
  'query.model': optional,
  'query.priority': optional,
  'query.topic': optional,
  'query.machine': optional,
  'query.user': optional,
  'query.archived': optional,
  'query.before': optional,
  'query.preview': optional,
  'query.thumbnail': optional,
  'query.revision': optional,
  'query.timeZone': optional,
  'query.action': optional,
  'query.refused': optional,
  'query.open': optional,
  'query.from': optional,
  'query.until': optional,
  'query.age': optional,
  // invalid percent-encoding is taken literally
  'query.search': [...optionalText, 'with a bell', 'with half a character'],
  'body.name': line,
  'body.surname': line,
  'body.sku': line,
  'body.serialNumber': line,
  'body.title': line,
  'body.email': ['turned around'],
  'users.createContact body.email': ['missing', 'empty', 'blank', 'unseen', 'turned around'],
  'users.remind body.email': ['missing', 'turned around'],
  'users.remindForStaff body.email': ['missing', 'turned around'],
  'tickets.openOnBehalf body.contact': ['missing', 'null'],
  'body.phone': optionalLine,
  'body.department': optionalLine,
  'body.position': optionalLine,
  'body.description': optionalText,
  'body.notes': optionalText,
  'body.message': text,
  'body.contents': optionalText, // the example has a file
  'body.password': line,
  'body.dateSupportEnd': ['missing', 'null'],
  'body.dateOfWarrantyEnd': ['missing', 'null'],
  'body.continues': optional,
  'body.priority': optional,
  'body.waitingFor': optional,
  'body.dateWaiting': optional,
  'body.dateSnoozed': ['missing', 'null'],
  'body.dateSnoozedBefore': ['null'],
  'body.daysOff': ['empty', 'too many'],
  'body.undo': optional,
  'body.reopen': optional,
  'body.close': optional,
  'body.ticket': optional,
  'body.notifications': ['missing', 'empty', 'too many'],
  'body.kinds': ['missing', 'empty', 'too many'],
  'body.companies': ['missing', 'empty', 'too many'],
  'body.pushText': optional,
  'body.tags': ['missing', 'empty'],
  'body.files': ['missing', 'empty'],
  'body.addTopics': ['too many'],
  'body.removeTopics': ['too many'],
  'body.mentions': ['missing', 'empty', 'too many'],
  'body.pending': optional,
  'body.reopenDays': ['zero', 'missing'],
  'body.customersSeePresence': optional,
  'body.assignOnReply': optional,
  'body.staffMayInvite': optional,
  'body.emergencyPhone': optionalLine,
  'body.callBack': optionalLine,
  'body.emergencyAlways': optional,
  'body.company': optional,
  'body.keep': optional,
  'body.keptSessions': optional,
  'profile.change body.timeZone': ['empty'],
  'users.invite body.language': ['missing', 'empty'],
  'users.inviteForStaff body.language': ['missing', 'empty'],
  'team.invite body.language': ['missing', 'empty'],
  'body.country': ['missing', 'on two lines'], // appended to two letters and trimmed
  'body.color': ['missing', 'empty', 'blank', 'unseen', 'turned around'],
  'body.senderName': [...line, 'empty', 'blank', 'unseen'],
  'body.senderAddress': ['empty', 'blank', 'unseen', 'turned around'],
  'body.mailInAddress': ['empty', 'blank', 'unseen', 'turned around'],
  'body.turkish': optionalText,
  'body.english': optionalText,
  'body.devices': ['missing', 'empty', 'too many', 'of paths'],
}
/** Missing fields keep their value. */
const updates: RouteName[] = [
  'profile.change',
  'companies.update',
  'machines.update',
  'machines.updateOfCompany',
  'users.update',
  'team.update',
  'tickets.change',
  'ticketFilters.change',
  'savedReplies.change',
]
const anything = [
  ...text,
  'blank',
  'unseen',
  'with NUL',
  'with a bell',
  'with half a character',
  'at its longest',
]
/** Values that are well-formed and refused for their content. */
const wellFormed: Record<string, { status: number; ways: string[]; of?: string }> = {
  'sessions.login body.email': { status: 401, ways: [...line, 'at its longest'] },
  'sessions.login body.password': { status: 401, ways: anything },
  'secondFactor.enter body.pass': { status: 401, ways: ['at its longest'] },
  'secondFactor.enter body.code': { status: 401, ways: line },
  'secondFactor.beginAtSignIn body.pass': { status: 401, ways: ['at its longest'] },
  'secondFactor.confirmAtSignIn body.pass': { status: 401, ways: ['at its longest'] },
  'secondFactor.begin body.password': { status: 400, ways: anything, of: 'password' },
  'secondFactor.renewCodes body.password': { status: 400, ways: anything, of: 'password' },
  'secondFactor.turnOff body.password': { status: 400, ways: anything, of: 'password' },
  'sessions.checkLink body.email': { status: 200, ways: line },
  'sessions.checkLink body.token': { status: 200, ways: anything },
  'sessions.checkLink body.password': { status: 200, ways: [...anything, 'missing', 'empty'] },
  'sessions.forgot body.email': { status: 200, ways: line },
  'sessions.activate body.email': { status: 400, ways: [...line, 'at its longest'] },
  'sessions.activate body.token': { status: 400, ways: anything },
  'notifications.unsubscribe body.token': { status: 400, ways: anything },
  'push.end body.endpoint': { status: 200, ways: optional },
  'profile.checkEmail body.email': { status: 200, ways: line },
  'profile.checkEmail body.token': { status: 200, ways: anything },
  'profile.confirmEmail body.email': { status: 400, ways: [...line, 'at its longest'] },
  'profile.confirmEmail body.token': { status: 400, ways: anything },
  'users.remove body.email': {
    status: 409,
    ways: [...line, 'at its longest', 'empty', 'blank', 'unseen'], // of a contact without one
  },
  'team.remove body.email': { status: 409, ways: [...line, 'at its longest'] },
  'tickets.open body.files': { status: 409, ways: ['too many'] },
  'tickets.openOnBehalf body.files': { status: 409, ways: ['too many'] },
  'tickets.replyOfAccount body.files': { status: 409, ways: ['too many'] },
  'tickets.reply body.files': { status: 409, ways: ['too many'] },
  'tickets.reply body.lastMessage': { status: 409, ways: ['null'] }, // the customer has written
  'tickets.change body.titleBefore': { status: 409, ways: [...line, 'at its longest'] },
  'ticketNotes.write body.files': { status: 409, ways: ['too many'] },
  'savedReplies.save body.files': { status: 409, ways: ['too many'] },
  'savedReplies.change body.files': { status: 409, ways: ['too many'] },
  'files.upload query.signature': { status: 404, ways: anything },
  'files.download query.signature': { status: 404, ways: anything },
}

const portal = await openPortal({ LIMIT_FACTOR: '100' })
const { example, send } = await examplesIn(portal)

const calls = everyRoute
  .map(({ name, route }) => ({
    name,
    route,
    attempts: fieldsOf(route).flatMap(field => attemptsOf(name, field)),
  }))
  .filter(({ attempts }) => attempts.length > 0)

describe.each(calls)('$name', ({ name, route, attempts }) => {
  // Security: P7
  test('is refused with any invalid field, in Turkish and in English, and nothing is written', async () => {
    const valid = await example(name, route)
    const before = await hashTables(portal.owner)
    const faults: string[] = []
    for (const { field, spoiling, expected, of } of attempts.filter(
      ({ expected }) => expected !== 200,
    )) {
      const wrong = spoil(valid, field, spoiling)
      for (const fault of faultsOf(await send(wrong, 'tr'), await send(wrong, 'en'), expected, of))
        faults.push(`${field.part}.${field.name} ${spoiling.name}: ${fault}`)
    }
    expect(faults).toEqual([])
    expect(await hashTables(portal.owner)).toEqual(before)
    expect((await send(valid, 'tr')).status, 'the example itself').toBe(200)
  })
})

test.each(calls.filter(({ attempts }) => attempts.some(({ expected }) => expected === 200)))(
  '$name accepts unusual valid values',
  async ({ name, route, attempts }) => {
    const faults: string[] = []
    let valid = await example(name, route)
    for (const { field, spoiling } of attempts.filter(({ expected }) => expected === 200)) {
      if (route.method !== 'GET')
        valid = await example(name, route, once.includes(name) ? undefined : valid.fixture)
      const { status, errors } = await send(spoil(valid, field, spoiling), 'tr')
      if (status !== 200)
        faults.push(
          `${field.part}.${field.name} ${spoiling.name}: ${status} ${errors?.[0]?.path} ${errors?.[0]?.msg}`,
        )
    }
    expect(faults).toEqual([])
  },
)
/** Their examples work once per fixture. */
const once: RouteName[] = [
  'users.invite',
  'users.inviteForStaff',
  'users.remove',
  'sessions.activate',
  'tickets.change',
]

test('the tables of this file name existing fields', () => {
  const names = calls.flatMap(({ name, attempts }) =>
    attempts.flatMap(({ field }) => [
      field.name,
      `${field.part}.${field.name}`,
      `${name} ${field.part}.${field.name}`,
    ]),
  )
  const listed = [accepted, wellFormed, maxCharacters].flatMap(table => Object.keys(table))
  expect(listed.filter(key => !names.includes(key))).toEqual([])
})

test('every text has its maximum length in the table, but for codes, days and time zones', () => {
  const texts = calls.flatMap(({ attempts }) =>
    attempts.flatMap(({ field }) => (field.isText ? field.name : [])),
  )
  const unlisted = new Set(texts.filter(name => !Object.hasOwn(maxCharacters, name)))
  expect([...unlisted].sort()).toEqual(['code', 'dateOfPurchase', 'timeZone'])
})

/** Each spoilt value of a field, with the expected status and the field that the error names. */
function attemptsOf(call: RouteName, field: Field) {
  const { part, name, type } = field
  const limit = maxCharacters[`${call} ${part}.${name}`] ?? maxCharacters[name]
  const longest: Mutation[] = limit
    ? [{ name: 'at its longest', apply: value => padTo(value, limit) }]
    : []
  const isText = part === 'query' || !['integer', 'array'].includes(type)
  const ofType = isText
    ? textMutations(limit)
    : type === 'integer'
      ? numberMutations
      : listMutations
  const others = part === 'query' ? parameterMutations : typeMutations(type)
  const {
    status,
    ways,
    of = '',
  } = wellFormed[`${call} ${part}.${name}`] ?? { status: 400, ways: [] }
  const valid = [
    'at its longest',
    ...(accepted[`${call} ${part}.${name}`] ?? accepted[`${part}.${name}`] ?? []),
    ...(updates.includes(call) ? optional : []),
  ]
  const mutations = [...ofType, ...others, ...longest].filter(
    ({ name: mutation }) => name !== 'seconds' || mutation !== 'missing',
  ) // an endless response
  return mutations.map(spoiling =>
    ways.includes(spoiling.name)
      ? { field, spoiling, expected: status, of }
      : { field, spoiling, expected: valid.includes(spoiling.name) ? 200 : 400, of: name },
  )
}

function spoil(
  { request, ...example }: Example,
  { part, name }: Field,
  { apply }: Mutation,
): Example {
  const values = request[part] as Record<string, unknown>
  return { ...example, request: { ...request, [part]: { ...values, [name]: apply(values[name]) } } }
}

/** The faults of two refusals, one in each language. */
function* faultsOf(tr: Reply, en: Reply, expected: number, of: string) {
  if (tr.status !== expected || en.status !== expected) yield `${tr.status} instead of ${expected}`
  if (!tr.message || tr.message === en.message) yield `the same in both languages: ${tr.message}`
  if (expected !== 400) return
  const [{ msg, path }, other] = [tr.errors?.[0] ?? { msg: '', path: '' }, en.errors?.[0]?.msg]
  if (path.split('.')[0] !== of) yield `the error names "${path}"`
  if (!/^[A-ZÇĞİÖŞÜ].+\.$/.test(msg) || msg === other || english.test(msg))
    yield `not Turkish: ${msg}`
}
/** English words that no Turkish message contains. */
const english =
  /\b(string|number|object|array|boolean|int|integer|must|expected|invalid|required|valid|the|not|characters|items)\b/i
