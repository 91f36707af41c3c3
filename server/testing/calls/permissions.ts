import { randomUUID } from 'node:crypto'
import type { Request, Route } from '#contract/route.ts'
import type { RouteName, routes } from '#contract/routes.ts'
import { password } from '#testing/fixtures.ts'
import type { Person } from '#testing/portal.ts'
import { createPushSubscription } from '#testing/servers/push-service.ts'
import type { CompanyFixture } from './company-fixtures.ts'

/** `stranger`: an administrator of another vendor with a
 * valid token; `neighbour`: a member of another company. */
export const kinds = [
  'anonymous',
  'removed',
  'stranger',
  'staff',
  'admin',
  'operator',
  'member',
  'neighbour',
] as const
export type Kind = (typeof kinds)[number]

type RouteOf<N extends RouteName> = N extends `${infer F}.${infer V}`
  ? F extends keyof typeof routes
    ? Extract<(typeof routes)[F][V & keyof (typeof routes)[F]], Route>
    : never
  : never
/** The status that each kind of user gets for an otherwise valid request. */
export type Permission<R extends Route = Route> = {
  answers: Record<Kind, number>
  example: (at: CompanyFixture, who: Person) => Request<R> | Promise<Request<R>>
  bytes?: Buffer // the body of an upload
  /** The ids for which the vendor's team can use those of another company. */
  ofAnyCompany?: string[]
  once?: true // per fixture
}

const unauthenticated = { anonymous: 401, removed: 401, stranger: 401 }
const all = {
  anonymous: 200,
  removed: 200,
  stranger: 200,
  staff: 200,
  admin: 200,
  operator: 200,
  member: 200,
  neighbour: 200,
}
const signedIn = { ...all, ...unauthenticated }
const vendorUsers = { ...signedIn, operator: 403 }
const team = { ...signedIn, member: 403, neighbour: 403 }
const admins = { ...team, staff: 403 }
/** 404 for administrators, who are no members of the company. */
const account = { ...signedIn, staff: 403, admin: 404, neighbour: 404 }

export const permissions: { [N in RouteName]: Permission<RouteOf<N>> } = {
  'sessions.portal': { answers: all, example: () => ({}) },
  'sessions.me': { answers: signedIn, example: () => ({}) },
  'sessions.login': {
    answers: all,
    example: at => ({ body: { email: at.member.email, password, keep: true } }),
  },
  'sessions.reauthenticate': {
    answers: signedIn,
    example: () => ({ body: { password } }),
  },
  'sessions.logout': { answers: signedIn, example: () => ({}) },
  'sessions.list': { answers: signedIn, example: () => ({}) },
  'sessions.end': {
    answers: signedIn,
    example: async (at, who) => ({ params: { session: await at.createSession(who) } }),
  },
  'sessions.endOthers': { answers: signedIn, example: () => ({}) },
  'sessions.forgot': { answers: all, example: at => ({ body: { email: at.member.email } }) },
  'sessions.checkLink': {
    answers: all,
    example: async at => ({
      body: { token: await at.createInvitation(), email: at.pending.email, password },
    }),
  },
  'sessions.activate': {
    once: true,
    answers: all,
    example: async at => ({
      body: { token: await at.createInvitation(), email: at.pending.email, password },
    }),
  },

  'profile.get': { answers: signedIn, example: () => ({}) },
  'profile.change': {
    answers: signedIn,
    example: () => ({
      body: { name: 'Işıl', surname: 'Yılmaz', startPage: 'home', timeZone: 'Asia/Tokyo' },
    }),
  },
  'profile.requestEmail': {
    answers: vendorUsers,
    example: () => ({ body: { email: `${randomUUID()}@tezgah.test` } }),
  },
  'profile.cancelEmail': { answers: vendorUsers, example: () => ({}) },
  'profile.checkEmail': {
    answers: all,
    example: async at => ({ body: await at.requestEmail() }),
  },
  'profile.confirmEmail': {
    answers: all,
    example: async at => ({ body: await at.requestEmail() }),
  },

  'secondFactor.enter': {
    answers: all,
    example: async at => {
      const { pass, code } = await at.beginSignIn('enrolled')
      return { body: { pass, code } }
    },
  },
  'secondFactor.beginAtSignIn': {
    answers: all,
    example: async at => ({ body: { pass: (await at.beginSignIn('begun')).pass } }),
  },
  'secondFactor.confirmAtSignIn': {
    answers: all,
    example: async at => {
      const { pass, code } = await at.beginSignIn('begun')
      return { body: { pass, code } }
    },
  },
  'secondFactor.status': { answers: team, example: () => ({}) },
  'secondFactor.begin': {
    answers: team,
    example: async (at, who) => {
      await at.removeFactor(who)
      return { body: { password } }
    },
  },
  'secondFactor.confirm': {
    answers: team,
    example: async (at, who) => ({ body: { code: await at.createCode(who, 'begun') } }),
  },
  'secondFactor.renewCodes': {
    answers: team,
    example: async (at, who) => ({
      body: { password, code: await at.createCode(who, 'enrolled') },
    }),
  },
  'secondFactor.turnOff': {
    answers: team,
    example: async (at, who) => ({
      body: { password, code: await at.createCode(who, 'enrolled') },
    }),
  },
  'secondFactor.requirement': { answers: admins, example: () => ({}) },
  'secondFactor.require': {
    answers: admins,
    example: async at => {
      await at.enrolTeam()
      return {}
    },
  },
  'secondFactor.release': { answers: admins, example: () => ({}) },
  'secondFactor.reset': {
    answers: admins,
    example: async at => ({ params: { user: (await at.beginSignIn('enrolled')).userId } }),
    ofAnyCompany: ['user'],
  },

  'companies.list': {
    answers: admins,
    example: at => ({ query: { company: at.companyId } }),
    ofAnyCompany: ['company'],
  },
  'companies.create': { answers: admins, example: () => ({ body: { name: 'Yeni Firma' } }) },
  'companies.update': {
    answers: admins,
    example: at => ({ ...company(at), body: { name: 'Yeni ad' } }),
    ofAnyCompany: ['company'],
  },
  'companies.remove': {
    once: true,
    answers: admins,
    example: at => company(at),
    ofAnyCompany: ['company'],
  },
  'companies.contents': {
    answers: admins,
    example: at => company(at),
    ofAnyCompany: ['company'],
  },
  'companies.listForStaff': {
    answers: team,
    example: at => ({ query: { company: at.companyId } }),
    ofAnyCompany: ['company'],
  },
  'companies.accounts': {
    answers: { ...signedIn, staff: 403 },
    example: at => ({ query: { company: at.companyId } }),
  },

  'machines.list': {
    answers: admins,
    example: at => ({ query: { machine: at.machineId } }),
    ofAnyCompany: ['machine'],
  },
  'machines.catalogue': {
    answers: team,
    example: at => ({ query: { machine: at.machineId } }),
    ofAnyCompany: ['machine'],
  },
  'machines.create': { answers: admins, example: () => ({ body: { name: 'Freze', sku: 'F-1' } }) },
  'machines.update': {
    answers: admins,
    example: at => ({ params: { machine: at.machineId }, body: { name: 'Freze', sku: 'F-1' } }),
    ofAnyCompany: ['machine'],
  },
  'machines.remove': {
    answers: { ...admins, admin: 409, operator: 409 }, // it is assigned
    example: at => ({ params: { machine: at.machineId } }),
    ofAnyCompany: ['machine'],
  },
  'machines.listOfCompany': {
    answers: admins,
    example: at => ({ ...company(at), query: { machine: at.companyMachineId } }),
    ofAnyCompany: ['company'],
  },
  'machines.assign': {
    answers: admins,
    example: at => ({
      ...company(at),
      body: {
        machine: at.machineId,
        serialNumber: `S-${randomUUID()}`,
        dateOfPurchase: '2026-01-01',
      },
    }),
    ofAnyCompany: ['company', 'machine'],
  },
  'machines.updateOfCompany': {
    answers: admins,
    example: at => ({
      ...companyMachine(at),
      body: { serialNumber: `S-${randomUUID()}`, dateOfPurchase: '2026-01-01' },
    }),
  },
  'machines.unassign': { once: true, answers: admins, example: at => companyMachine(at) },
  'machines.listForStaff': {
    answers: team,
    example: at => ({ ...company(at), query: { machine: at.companyMachineId } }),
    ofAnyCompany: ['company'],
  },
  'machines.listOfAccount': {
    answers: account,
    example: at => ({ ...company(at), query: { machine: at.companyMachineId } }),
  },

  'users.list': {
    answers: admins,
    example: at => ({ ...company(at), query: { user: at.member.userId } }),
    ofAnyCompany: ['company'],
  },
  'users.invite': {
    answers: admins,
    example: at => ({
      ...company(at),
      body: { email: `${randomUUID()}@tezgah.test`, name: 'Yeni', surname: 'Kişi' },
    }),
    ofAnyCompany: ['company'],
  },
  'users.remind': {
    answers: admins,
    example: at => ({ ...user(at), body: { email: `${randomUUID()}@tezgah.test` } }),
  },
  'users.update': {
    once: true,
    answers: admins,
    example: at => ({
      ...user(at),
      body: { name: 'Yeni', surname: 'Soyad', email: `${randomUUID()}@tezgah.test` },
    }),
  },
  'users.remove': {
    once: true,
    answers: admins,
    example: at => ({ ...user(at), body: { email: at.pending.email } }),
  },
  // of staff with the setting: users.test.ts
  'users.inviteForStaff': {
    answers: admins,
    example: at => ({
      ...company(at),
      body: { email: `${randomUUID()}@tezgah.test`, name: 'Yeni', surname: 'Kişi' },
    }),
    ofAnyCompany: ['company'],
  },
  'users.remindForStaff': {
    answers: admins,
    example: async at => ({
      params: { company: at.companyId, user: await at.createContact() },
      body: { email: `${randomUUID()}@tezgah.test` },
    }),
  },
  'users.createContact': {
    answers: team,
    example: at => ({
      ...company(at),
      body: {
        name: 'Yeni',
        surname: 'Kişi',
        phone: '+90 212 555 00 00',
        email: `${randomUUID()}@tezgah.test`,
      },
    }),
    ofAnyCompany: ['company'],
  },
  'users.listForStaff': {
    answers: team,
    example: at => ({ ...company(at), query: { user: at.member.userId } }),
    ofAnyCompany: ['company'],
  },

  'team.list': { answers: admins, example: () => ({}) },
  'team.invite': {
    answers: admins,
    example: () => ({
      body: { email: `${randomUUID()}@tezgah.test`, name: 'Yeni', surname: 'Kişi', role: 'staff' },
    }),
  },
  'team.remind': {
    answers: admins,
    example: async at => ({ params: { user: (await at.createColleague()).userId } }),
    ofAnyCompany: ['user'],
  },
  'team.update': {
    answers: admins,
    example: async at => ({
      params: { user: (await at.createColleague()).userId },
      body: {
        name: 'Yeni',
        surname: 'Soyad',
        email: `${randomUUID()}@tezgah.test`,
        role: 'admin',
      },
    }),
    ofAnyCompany: ['user'],
  },
  'team.remove': {
    answers: admins,
    example: async at => {
      const { userId, email } = await at.createColleague()
      return { params: { user: userId }, body: { email } }
    },
    ofAnyCompany: ['user'],
  },

  'tickets.mailOfMessage': {
    answers: { ...signedIn, neighbour: 404 },
    example: async at => ({
      params: { ticket: at.ticketId, message: await at.createMailMessage() },
    }),
    ofAnyCompany: ['ticket', 'message'],
  },
  'tickets.find': {
    answers: { ...signedIn, neighbour: 404 },
    example: at => ticket(at),
    ofAnyCompany: ['ticket'],
  },
  'tickets.findByNumber': {
    answers: { ...signedIn, neighbour: 404 },
    example: at => ({ query: { number: `${at.ticketNumber}` } }),
  },
  'tickets.listOfAccount': { answers: account, example: at => company(at) },
  'tickets.open': {
    answers: account,
    example: async (at, who) => ({
      ...company(at),
      body: {
        title: 'Titriyor',
        machine: at.companyMachineId,
        priority: 'impaired',
        continues: at.ticketId,
        message: 'Bakın',
        files: [await at.createFile(who, 'confirmed')],
        callBack: '+90 532 555 00 00',
      },
    }),
  },
  'tickets.getOfAccount': { answers: account, example: at => accountTicket(at) },
  'tickets.openOnMachine': { answers: account, example: at => companyMachine(at) },
  'tickets.changeOfAccount': {
    answers: account,
    example: at => ({ ...accountTicket(at), body: { status: 'closed' } }),
  },
  'tickets.messagesOfAccount': {
    answers: account,
    example: at => ({ ...accountTicket(at), query: { before: at.messageId } }),
  },
  'tickets.replyOfAccount': {
    answers: account,
    example: async (at, who) => ({
      ...accountTicket(at),
      body: {
        contents: 'Bakın',
        files: [await at.createFile(who, 'confirmed')],
        lastMessage: await at.newestMessage(),
        reopen: true,
      },
    }),
  },
  'tickets.retractOfAccount': {
    answers: account,
    example: async (at, who) => ({
      params: { company: at.companyId, ticket: at.ticketId, message: await at.createMessage(who) },
    }),
  },
  'tickets.openOnMachineForTeam': {
    answers: team,
    example: at => companyMachine(at),
  },
  'tickets.openOnBehalf': {
    answers: team,
    example: async (at, who) => ({
      ...company(at),
      body: {
        user: at.member.userId,
        contact: null,
        title: 'Titriyor',
        machine: at.companyMachineId,
        priority: 'impaired',
        continues: at.ticketId,
        message: 'Bakın',
        files: [await at.createFile(who, 'confirmed')],
      },
    }),
  },
  'tickets.list': {
    answers: team,
    example: async at => ({
      query: {
        company: at.companyId,
        assignee: at.staff.userId,
        model: at.machineId,
        priority: 'normal',
        topic: await at.createTopic(),
        from: '2026-01-01T00:00:00Z',
        until: '2999-01-01T00:00:00Z',
      },
    }),
    ofAnyCompany: ['company', 'assignee', 'model', 'topic'],
  },
  'tickets.counts': { answers: team, example: () => ({}) },
  'tickets.get': { answers: team, example: at => ticket(at), ofAnyCompany: ['ticket'] },
  'tickets.context': { answers: team, example: at => ticket(at), ofAnyCompany: ['ticket'] },
  'tickets.contents': {
    answers: team,
    example: at => ({ params: { ticket: at.ticketId, company: at.companyId } }),
    ofAnyCompany: ['ticket', 'company'],
  },
  'tickets.change': {
    answers: team,
    example: async at => ({
      ...ticket(at),
      body: {
        status: 'open',
        assignee: at.staff.userId,
        assigneeBefore: null,
        priority: 'standing',
        priorityBefore: 'normal',
        waitingFor: 'customer',
        dateWaiting: new Date().toISOString(),
        dateSnoozed: new Date(Date.now() + 86_400_000).toISOString(),
        addTopics: [await at.createTopic()],
        removeTopics: [await at.createTopic()],
        title: 'Mil ısınıyor ve ses yapıyor',
        machine: at.companyMachineId,
        requester: at.member.userId,
        company: at.companyId,
      },
    }),
    ofAnyCompany: ['ticket', 'assignee', 'addTopics', 'removeTopics'],
  },
  'tickets.merge': {
    answers: team,
    example: async at => ({
      params: { ticket: await at.createTicket() },
      body: { into: at.ticketId },
    }),
    ofAnyCompany: ['ticket', 'into'],
  },
  'tickets.undoMerge': {
    answers: team,
    example: async at => ({ params: { ticket: await at.createMergedTicket() } }),
    ofAnyCompany: ['ticket'],
  },
  'tickets.assignees': { answers: team, example: () => ({}) },
  'ticketFilters.list': { answers: team, example: () => ({}) },
  'ticketFilters.save': {
    answers: team,
    example: () => ({
      body: { name: randomUUID().slice(0, 8), isOfTeam: true, query: { status: 'open' } },
    }),
  },
  'ticketFilters.change': {
    answers: team,
    example: async at => ({
      params: { filter: await at.createTicketFilter() },
      body: { name: randomUUID().slice(0, 8), isOfTeam: false, query: { status: 'mine' } },
    }),
    ofAnyCompany: ['filter'],
  },
  'ticketFilters.remove': {
    answers: team,
    example: async at => ({ params: { filter: await at.createTicketFilter() } }),
    ofAnyCompany: ['filter'],
  },
  'ticketNotes.list': { answers: team, example: at => ticket(at), ofAnyCompany: ['ticket'] },
  'ticketNotes.write': {
    answers: team,
    example: async (at, who) => ({
      ...ticket(at),
      body: {
        contents: 'Mili değiştirelim',
        mentions: [at.staff.userId],
        files: [await at.createFile(who, 'confirmed')],
      },
    }),
    ofAnyCompany: ['ticket', 'mentions'],
  },
  'savedReplies.list': { answers: team, example: () => ({}) },
  'savedReplies.save': {
    answers: team,
    example: async (at, who) => ({ body: await newReply(at, who) }),
  },
  'savedReplies.change': {
    answers: team,
    example: async (at, who) => ({
      params: { reply: await at.createSavedReply() },
      body: await newReply(at, who),
    }),
    ofAnyCompany: ['reply'],
  },
  'savedReplies.remove': {
    answers: team,
    example: async at => ({ params: { reply: await at.createSavedReply() } }),
    ofAnyCompany: ['reply'],
  },
  'topics.list': { answers: team, example: () => ({}) },
  'topics.get': {
    answers: admins,
    example: async at => ({ params: { topic: await at.createTopic() } }),
    ofAnyCompany: ['topic'],
  },
  'topics.create': {
    answers: admins,
    example: () => ({ body: { name: randomUUID().slice(0, 8) } }),
  },
  'topics.update': {
    answers: admins,
    example: async at => ({
      params: { topic: await at.createTopic() },
      body: { name: randomUUID().slice(0, 8) },
    }),
    ofAnyCompany: ['topic'],
  },
  'topics.remove': {
    answers: admins,
    example: async at => ({ params: { topic: await at.createTopic() } }),
    ofAnyCompany: ['topic'],
  },
  'tickets.messages': {
    answers: team,
    example: at => ({ ...ticket(at), query: { before: at.messageId } }),
    ofAnyCompany: ['ticket', 'before'],
  },
  'tickets.reply': {
    answers: team,
    example: async (at, who) => ({
      ...ticket(at),
      body: {
        contents: 'Bakın',
        files: [await at.createFile(who, 'confirmed')],
        lastMessage: await at.newestMessage(),
        reopen: true,
        close: false,
      },
    }),
    ofAnyCompany: ['ticket'],
  },

  'tickets.retract': {
    answers: team,
    example: async (at, who) => ({
      params: { ticket: at.ticketId, message: await at.createMessage(who) },
    }),
    ofAnyCompany: ['ticket', 'message'],
  },

  'files.request': {
    answers: signedIn,
    example: () => ({ body: { fileName: 'alarm.png', fileSize: 9, fileType: 'image/png' } }),
  },
  'files.upload': {
    answers: all,
    example: async (at, who) => signed(at, 'upload', await at.createFile(who, 'requested')),
    bytes: Buffer.from('iVBORw0KGgo/', 'base64'),
  },
  'files.download': {
    answers: all,
    example: async (at, who) => signed(at, 'download', await at.createStoredFile(who)),
  },
  'files.resume': {
    answers: signedIn,
    example: async (at, who) => ({ params: { file: await at.createFile(who, 'requested') } }),
  },
  'files.confirm': {
    answers: signedIn,
    example: async (at, who) => ({ params: { file: await at.createFile(who, 'stored') } }),
  },
  'files.cancel': {
    answers: signedIn,
    example: async (at, who) => ({ params: { file: await at.createFile(who, 'requested') } }),
  },
  'files.usage': { answers: admins, example: () => ({}) },
  'files.listOfMachine': {
    answers: admins,
    example: at => ({ params: { machine: at.machineId } }),
    ofAnyCompany: ['machine'],
  },
  'files.addToMachine': {
    answers: admins,
    example: async (at, who) => ({
      params: { machine: at.machineId },
      body: { file: await at.createFile(who, 'stored') },
    }),
    ofAnyCompany: ['machine'],
  },
  'files.removeFromMachine': {
    once: true,
    answers: admins,
    example: at => ({ params: { machine: at.machineId, file: at.generalFileId } }),
  },
  'files.listOfCompanyMachine': { answers: admins, example: at => companyMachine(at) },
  'files.addToCompanyMachine': {
    answers: admins,
    example: async (at, who) => ({
      ...companyMachine(at),
      body: { file: await at.createFile(who, 'stored') },
    }),
  },
  'files.removeFromCompanyMachine': {
    once: true,
    answers: admins,
    example: at => ({ params: { ...companyMachine(at).params, file: at.privateFileId } }),
  },
  'files.listForStaff': { answers: team, example: at => companyMachine(at) },
  'files.listOfAccount': { answers: account, example: at => companyMachine(at) },

  'home.ofTeam': { answers: team, example: () => ({ query: { timeZone: 'Europe/Istanbul' } }) },
  'home.ofAccount': {
    answers: { ...signedIn, staff: 403 },
    example: () => ({ query: { timeZone: 'Europe/Istanbul' } }),
  },

  'audit.list': { answers: admins, example: () => ({ query: ofThisCentury }) },
  'audit.export': { answers: admins, example: () => ({ query: ofThisCentury }) },

  'mails.list': { answers: admins, example: () => ({ query: { status: 'failed' } }) },
  'mails.counts': { answers: admins, example: () => ({}) },
  'mails.retry': {
    answers: admins,
    example: async at => ({ params: { mail: await at.createFailedMail() } }),
    ofAnyCompany: ['mail'],
  },
  'mails.retryAll': { answers: admins, example: () => ({}) },
  'mails.discard': {
    answers: admins,
    example: async at => ({ params: { mail: await at.createFailedMail() } }),
    ofAnyCompany: ['mail'],
  },
  'mails.test': { answers: admins, example: () => ({}) },
  'mails.sender': { answers: admins, example: () => ({}) },
  'mails.changeSender': {
    answers: admins,
    example: () => ({
      body: {
        senderName: 'Destek',
        senderAddress: 'destek@satici.test',
        mailInAddress: `d${randomUUID().slice(0, 8)}`,
      },
    }),
  },
  'mails.checkSender': {
    answers: admins,
    example: async at => {
      await at.setSenderAddress()
      return {}
    },
  },

  'notifications.list': { answers: signedIn, example: () => ({}) },
  'notifications.read': {
    answers: { ...signedIn, neighbour: 404 },
    example: at => ({ body: { ticket: at.ticketId, notifications: [] } }),
    ofAnyCompany: ['ticket'],
  },
  'notifications.preferences': { answers: signedIn, example: () => ({}) },
  'notifications.setPreferences': {
    answers: signedIn,
    example: () => ({ body: { kinds: [{ kind: 'ticket.closed', mail: false, browser: true }] } }),
  },
  'notifications.resumeMails': { answers: signedIn, example: () => ({}) },
  'notifications.setScope': {
    answers: team,
    example: at => ({ body: { scope: 'companies', companies: [at.companyId] } }),
    ofAnyCompany: ['companies'],
  },
  'notifications.follow': {
    answers: { ...signedIn, neighbour: 404 },
    example: at => ({ ...ticket(at), body: { following: 'follow' } }),
    ofAnyCompany: ['ticket'],
  },
  'notifications.unsubscribe': {
    answers: all,
    example: at => ({ body: { token: at.createUnsubscribeToken(), undo: true } }),
  },
  'push.status': { answers: signedIn, example: () => ({}) },
  'push.subscribe': { answers: signedIn, example: () => ({ body: createPushSubscription() }) },
  'push.end': {
    answers: signedIn,
    example: () => ({ body: { endpoint: createPushSubscription().endpoint } }),
  },
  'live.stream': { answers: signedIn, example: () => ({ query: { seconds: '0' } }) },
  'live.help': { answers: signedIn, example: () => ({}) },
  'live.presence': {
    answers: { ...signedIn, neighbour: 404 },
    example: at => ({ ...ticket(at), body: { state: 'viewing' } }),
    ofAnyCompany: ['ticket'],
  },
  'vendors.settings': { answers: admins, example: () => ({}) },
  'vendors.changeSettings': {
    answers: admins,
    example: () => ({
      body: {
        reopenDays: 30,
        customersSeePresence: true,
        assignOnReply: true,
        staffMayInvite: true,
        country: 'DE',
        keptSessions: 'everyone',
        emergencyPhone: '+90 212 555 00 00',
        emergencyAlways: false,
        color: '#196ac8',
      },
    }),
  },
  'vendors.targets': { answers: admins, example: () => ({}) },
  'vendors.changeTargets': {
    answers: admins,
    example: () => ({
      body: {
        timeZone: 'Europe/Istanbul',
        days: [...Array(5).fill({ opens: '08:30', closes: '18:00' }), null, null],
        publicHolidays: true,
        daysOff: ['2026-12-31'],
        standing: { first: 60, next: 120 },
        impaired: { first: 240, next: null },
        normal: { first: 540, next: 540 },
        question: { first: null, next: null },
      },
    }),
  },
  'mailIn.list': {
    answers: admins,
    example: () => ({ query: { state: 'held', open: 'true' } }),
  },
  'mailIn.text': {
    answers: admins,
    example: async at => ({ params: { received: await at.createHeldMail() } }),
    ofAnyCompany: ['received'],
  },
  'mailIn.accept': {
    answers: admins,
    example: async at => ({
      params: { received: await at.createHeldMail() },
      body: { as: 'user' },
    }),
    ofAnyCompany: ['received'],
  },
  'mailIn.discard': {
    answers: admins,
    example: async at => ({ params: { received: await at.createHeldMail() } }),
    ofAnyCompany: ['received'],
  },
  'mailIn.draft': {
    answers: account,
    example: async (at, who) => ({
      params: { company: at.companyId, received: await at.createAnsweredMail(who) },
    }),
  },
  'mailIn.see': {
    answers: admins,
    example: async at => ({ params: { received: await at.createHeldMail() } }),
    ofAnyCompany: ['received'],
  },
  'mailIn.retry': {
    answers: admins,
    example: async at => ({ params: { received: await at.createHeldMail() } }),
    ofAnyCompany: ['received'],
  },
}

const company = (at: CompanyFixture) => ({ params: { company: at.companyId } })
const user = (at: CompanyFixture) => ({
  params: { company: at.companyId, user: at.pending.userId },
})
const companyMachine = (at: CompanyFixture) => ({
  params: { company: at.companyId, companyMachine: at.companyMachineId },
})
const accountTicket = (at: CompanyFixture) => ({
  params: { company: at.companyId, ticket: at.ticketId },
})
const newReply = async (at: CompanyFixture, who: Person) => ({
  shortcode: randomUUID().slice(0, 8),
  turkish: 'Merhaba {ad}',
  english: 'Hello {name}',
  isOfTeam: true,
  files: [await at.createFile(who, 'confirmed')],
})
const ticket = (at: CompanyFixture) => ({ params: { ticket: at.ticketId } })
const ofThisCentury = {
  action: 'companies.create' as const,
  refused: 'false' as const,
  from: '2000-01-01T00:00:00.000Z',
  until: '2100-01-01T00:00:00.000Z',
}
const signed = (at: CompanyFixture, direction: 'upload' | 'download', file: string) => ({
  params: { file },
  query: at.signLink(direction, file),
})
