import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { everyRoute } from '#contract/routes.ts'
import { HttpError, invalid } from '#platform/errors.ts'
import { hasMalformedPath, isPageRequest, sendError } from '#platform/http/fastify.ts'
import { setSecurityHeaders } from '#platform/http/security-headers.ts'
import { serveWeb } from '#platform/http/web.ts'
import { mailFolder } from '#platform/mail/mailer.ts'
import { registerHealthRoutes } from '#platform/observability/health.ts'
import { apiPage } from '#platform/openapi/api-page.ts'
import { openApi } from '#platform/openapi/openapi.ts'
import { version } from '#platform/version.ts'
import audit from '../audit/audit.routes.ts'
import { auditRefusals } from '../audit/audit-refusals.ts'
import companies from '../companies/companies.routes.ts'
import { mailbox } from '../demo/mailbox/mailbox.ts'
import files from '../files/files.routes.ts'
import home from '../home/home.routes.ts'
import profile from '../identity/profile.routes.ts'
import secondFactor from '../identity/second-factor.routes.ts'
import sessions from '../identity/sessions.routes.ts'
import live from '../live/live.routes.ts'
import machineFiles from '../machines/machine-files.routes.ts'
import machines from '../machines/machines.routes.ts'
import { sumMailCounts } from '../mail/mail-counts.ts'
import mails from '../mail/mails.routes.ts'
import mailIn from '../mail-in/mail-in.routes.ts'
import { receiveWithoutEnvelope } from '../mail-in/receiving/receive.ts'
import { registerMailWebhook } from '../mail-in/receiving/webhook.ts'
import notifications from '../notifications/notifications.routes.ts'
import { registerOneClickUnsubscribe } from '../notifications/one-click.ts'
import push from '../notifications/push.routes.ts'
import team from '../people/team.routes.ts'
import users from '../people/users.routes.ts'
import ticketFilters from '../tickets/filters/ticket-filters.routes.ts'
import savedReplies from '../tickets/replies/saved-replies.routes.ts'
import ticketNotes from '../tickets/ticket-notes.routes.ts'
import tickets from '../tickets/tickets.routes.ts'
import topics from '../tickets/topics/topics.routes.ts'
import { registerInstallableApp } from '../vendors/installable.ts'
import vendors from '../vendors/vendors.routes.ts'
import type { Services } from './services.ts'

const builtWeb = join(import.meta.dirname, '../../web/dist')

/** Registers every feature's routes, the API documents,
 * health checks and, when it is built, the web client. */
export async function registerApp(http: FastifyInstance, platform: Services, webFolder = builtWeb) {
  http.addHook('onSend', async (_, reply) => setSecurityHeaders(reply, platform))
  http.addHook('onError', auditRefusals(platform))
  registerHealthRoutes(http, platform, () => sumMailCounts(platform.database))
  for (const feature of [
    sessions,
    secondFactor,
    profile,
    companies,
    machines,
    users,
    team,
    tickets,
    ticketFilters,
    ticketNotes,
    savedReplies,
    topics,
    files,
    machineFiles,
    home,
    audit,
    mails,
    notifications,
    push,
    live,
    vendors,
    mailIn,
  ])
    feature(http, platform)
  registerOneClickUnsubscribe(http, platform)
  registerMailWebhook(http, platform)
  registerInstallableApp(http, platform)
  registerApiDocuments(http)
  if (platform.config.demo) {
    const hasHost = async (domain: string) =>
      (await platform.database.inRequest(
        { domain, sessionId: null, readOnly: true },
        async () => true,
      )) ?? false
    mailbox(http, mailFolder(platform.config.dataDir), hasHost, {
      config: platform.config,
      receive: raw => receiveWithoutEnvelope(platform, raw),
    })
  }

  const webClient = existsSync(join(webFolder, 'index.html'))
    ? await serveWeb(http, webFolder)
    : null
  http.setNotFoundHandler((request, reply) => {
    const malformed = hasMalformedPath(request)
    if (!webClient || !isPageRequest(request))
      return sendError(
        malformed ? invalid('badRequest') : new HttpError(404, 'unknownCall'),
        request,
        reply,
      )
    const { page, policy } = webClient(pathOf(request.url))
    return reply
      .code(malformed ? 400 : endsInFileName(request.url) ? 404 : 200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy)
      .send(page)
  })
}

/** Whether a URL ends in a file name, which no page does: probes for
 * backup and settings files get 404. A full stop may follow a link. */
const endsInFileName = (url: string) => /(?:\.\w|~)[^/]*$/.test(pathOf(url))

const pathOf = (url: string) => url.replace(/[?#].*/s, '')

let apiDocument: ReturnType<typeof openApi> | undefined

/** Few read the document: it is made once for each process, for the first reader. */
const readApiDocument = () => (apiDocument ??= openApi(everyRoute, version))

function registerApiDocuments(http: FastifyInstance) {
  http.get('/api/v1/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(readApiDocument())),
  )
  http.get('/api/docs', async (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .send(apiPage(readApiDocument())),
  )
}
