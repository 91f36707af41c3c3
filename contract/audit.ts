import * as z from 'zod/mini'
import { admin } from './actor.ts'
import { id, instant } from './fields.ts'
import { messages } from './messages.ts'
import { listOf, listQuery, search } from './paging.ts'
import { get } from './route.ts'
import { TicketStatus } from './tickets.ts'

/** Every audited change by the name of its call or command; a missing name does not compile (`server/audit/audit.ts`). */
export const actionNames = messages({
  'sessions.login': { tr: 'Oturum açtı', en: 'Signed in' },
  'sessions.reauthenticate': { tr: 'Kimliğini doğruladı', en: 'Confirmed who they are' },
  'sessions.logout': { tr: 'Oturumu kapattı', en: 'Signed out' },
  'sessions.end': { tr: 'Bir oturumunu kapattı', en: 'Ended one of their sessions' },
  'sessions.endOthers': { tr: 'Diğer oturumlarını kapattı', en: 'Signed out everywhere else' },
  'sessions.chooseLanguage': { tr: 'Dil seçti', en: 'Chose a language' },
  'sessions.forgot': { tr: 'Parola sıfırlama istedi', en: 'Asked for a new password' },
  'sessions.activate': { tr: 'Parola belirledi', en: 'Set a password' },
  'secondFactor.enter': { tr: 'Giriş kodu yazdı', en: 'Entered a sign-in code' },
  'secondFactor.confirm': { tr: 'İki adımlı girişi açtı', en: 'Turned on two-step sign-in' },
  'secondFactor.renewCodes': { tr: 'Yeni kurtarma kodları aldı', en: 'Made new recovery codes' },
  'secondFactor.turnOff': { tr: 'İki adımlı girişi kapattı', en: 'Turned off two-step sign-in' },
  'secondFactor.require': { tr: 'Ekipten iki adımlı giriş istedi', en: 'Required two-step sign-in of the team' },
  'secondFactor.release': { tr: 'İki adımlı girişi zorunlu olmaktan çıkardı', en: 'Stopped requiring two-step sign-in' },
  'secondFactor.reset': { tr: 'İki adımlı girişi sıfırladı', en: "Reset a colleague's two-step sign-in" },
  'companies.create': { tr: 'Firma ekledi', en: 'Added a company' },
  'companies.update': { tr: 'Firmayı değiştirdi', en: 'Changed a company' },
  'companies.remove': { tr: 'Firmayı sildi', en: 'Deleted a company' },
  'machines.create': { tr: 'Kataloğa makine ekledi', en: 'Added a machine to the catalogue' },
  'machines.update': { tr: 'Katalogdaki makineyi değiştirdi', en: 'Changed a machine in the catalogue' },
  'machines.remove': { tr: 'Katalogdan makine sildi', en: 'Deleted a machine from the catalogue' },
  'machines.assign': { tr: 'Firmaya makine atadı', en: 'Assigned a machine to a company' },
  'machines.updateOfCompany': { tr: 'Firmanın makinesini değiştirdi', en: "Changed a company's machine" },
  'machines.unassign': { tr: 'Makinenin atamasını kaldırdı', en: 'Removed a machine from a company' },
  'users.invite': { tr: 'Kullanıcı davet etti', en: 'Invited a user' },
  'users.remind': { tr: 'Kullanıcı davetini yineledi', en: "Sent a user's invitation again" },
  'users.remove': { tr: 'Kullanıcıyı sildi', en: 'Deleted a user' },
  'team.invite': { tr: 'Ekibe davet etti', en: 'Invited to the team' },
  'team.remind': { tr: 'Ekip davetini yineledi', en: 'Sent a team invitation again' },
  'team.remove': { tr: 'Ekipten çıkardı', en: 'Removed from the team' },
  'tickets.open': { tr: 'Talep açtı', en: 'Opened a ticket' },
  'tickets.changeOfAccount': { tr: 'Talebin durumunu müşteri olarak değiştirdi', en: "Changed a ticket's status as a customer" },
  'tickets.replyOfAccount': { tr: 'Talebe müşteri olarak yazdı', en: 'Wrote on a ticket as a customer' },
  'tickets.change': { tr: 'Talebin durumunu değiştirdi', en: "Changed a ticket's status" },
  'tickets.reply': { tr: 'Talebe yazdı', en: 'Wrote on a ticket' },
  'files.request': { tr: 'Dosya yüklemek istedi', en: 'Asked to upload a file' },
  'files.confirm': { tr: 'Dosya yükledi', en: 'Uploaded a file' },
  'files.addToMachine': { tr: 'Genel dosya ekledi', en: 'Added a general file' },
  'files.removeFromMachine': { tr: 'Genel dosya sildi', en: 'Deleted a general file' },
  'files.addToCompanyMachine': { tr: 'Özel dosya ekledi', en: 'Added a private file' },
  'files.removeFromCompanyMachine': { tr: 'Özel dosya sildi', en: 'Deleted a private file' },
  'mails.retryAll': { tr: 'Gönderilemeyen e-postaları yeniden denetti', en: 'Had all failed mails tried again' },
  'mails.retry': { tr: 'E-postayı yeniden denetti', en: 'Had a mail tried again' },
  'mails.discard': { tr: 'E-postadan vazgeçti', en: 'Discarded a mail' },
  'mails.test': { tr: 'Deneme e-postası gönderdi', en: 'Sent a test mail' },
  'operators.add': { tr: 'Platform yöneticisi ekledi', en: 'Added a platform administrator' },
  'operators.remove': { tr: 'Platform yöneticisini çıkardı', en: 'Removed a platform administrator' },
})

export const roleNames = messages({
  operator: { tr: 'Platform yöneticisi', en: 'Platform administrator' },
  admin: { tr: 'Yönetici', en: 'Domain administrator' },
  staff: { tr: 'Destek görevlisi', en: 'Staff' },
  customer: { tr: 'Müşteri', en: 'Customer' },
})

export const refusalNames = messages({
  ForbiddenError: { tr: 'yetkisi yok', en: 'not allowed' },
  NotFoundError: { tr: 'bulunamadı', en: 'not found' },
  ConflictError: { tr: 'çakışma', en: 'conflict' },
  QuotaExceededError: { tr: 'yeterli yer yok', en: 'not enough room' },
  InvalidCredentialsError: { tr: 'yanlış parola ya da kod', en: 'wrong password or code' },
})

export const attemptMessages = messages({
  attempts: {
    tr: (count: number) => `${count} deneme`,
    en: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  },
})

export type ActionName = keyof ReturnType<typeof actionNames>

/** The most networks that an entry of refused sign-ins lists. */
export const maxNetworks = 10

/** One change or refused call; or the refused sign-ins of one account within ten minutes. */
export const AuditEntry = z.object({
  _id: id,
  dateCreated: instant,
  /** null: no session; together with a role, a command on the server */
  user: z.nullable(id),
  userName: z.string(),
  role: z.nullable(z.enum(['operator', 'admin', 'staff', 'customer'])),
  /** the call or command: one of `actionNames`, or a refused call that only reads */
  action: z.string(),
  /** the name of the changed record at that time */
  subject: z.string(),
  /** a ticket's new status; null: not a status change */
  status: z.nullable(TicketStatus),
  companyName: z.nullable(z.string()),
  /** the error's name; null: not refused */
  refusal: z.nullable(z.string()),
  /** wrong passwords or codes counted in this entry; null: a single call */
  attempts: z.nullable(z.int()),
  /** their first networks; empty for a single call */
  networks: z.array(z.string()),
  /** the client's address and User-Agent, or the command */
  address: z.string(),
  device: z.string(),
  request: z.string(),
})
export type AuditEntry = z.output<typeof AuditEntry>

const boundedInstant = z.iso.datetime().check(
  z.maxLength(40),
  z.refine(value => value >= '1900' && value < '3000', 'yearOutOfRange'),
)
const filters = {
  action: z.optional(z.enum(Object.keys(actionNames('en')) as [ActionName, ...ActionName[]])),
  refused: z.optional(z.enum(['true', 'false'])),
  from: z.optional(boundedInstant),
  /** exclusive; `from` is inclusive */
  until: z.optional(boundedInstant),
}
const AuditQuery = listQuery(['dateCreated'], filters)
export type AuditQuery = z.output<typeof AuditQuery>

export const audit = {
  list: get('/admin/audit', {
    allow: admin,
    about: "Who did what to what, when and from where; refused calls of administrators' areas too",
    query: AuditQuery,
    returns: listOf('entries', AuditEntry),
  }),
  export: get('/admin/audit/export', {
    allow: admin,
    about: 'The same as CSV, newest first: all that the filter leaves',
    recentAuthentication: true,
    query: z.object({ ...filters, search }),
    returns: z.unknown(),
    detached: true,
    download: ['text/csv'],
  }),
}
