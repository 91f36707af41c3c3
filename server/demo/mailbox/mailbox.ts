import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import PostalMime from 'postal-mime'
import { languageOf } from '#contract/text/messages.ts'
import { HttpError, notFound } from '#platform/errors.ts'
import type { Markup } from '#platform/html/html.ts'
import { hostOf } from '#platform/limits/network.ts'
import { localTimesHash } from './local-times.ts'
import { type AnswerForm, listPage, mailPage, notFoundPage, type StoredMail } from './pages.ts'
import { answer, answerOf, type Receiver } from './reply.ts'

const maxListed = 200
const maxFormBytes = 200_000 // a message of letters that are encoded as up to twelve bytes

/** The `.eml` files of `mailDir` at `/mailbox[/:file]`, which takes answers too. Every client
 * sees all mails with their sign-in links: for a demo on the user's machine only,
 * where DNS rebinding fails as only hosts of `hasHost` are answered. */
export function mailbox(
  http: FastifyInstance,
  mailDir: string,
  hasHost: (host: string) => Promise<boolean>,
  receiver: Receiver,
) {
  http.register(async pages => {
    pages.addHook('onRequest', async ({ headers }) => {
      if (!(await hasHost(hostOf(headers)))) throw new HttpError(404, 'unknownCall')
    })

    pages.get('/mailbox', async (request, reply) => {
      const files = await newestFirst(mailDir)
      const mails = await Promise.all(files.slice(0, maxListed).map(file => read(mailDir, file)))
      return sendPage(
        reply,
        200,
        listPage(languageOf(request.headers['accept-language']), mails.flat(), files.length),
      )
    })

    // opens only names that the folder lists
    const find = async (name: string) => {
      const file = (await newestFirst(mailDir)).find(each => each.name === name)
      return file ? (await read(mailDir, file))[0] : undefined
    }

    pages.get<{ Params: { file: string }; Querystring: { sent?: string } }>(
      '/mailbox/:file',
      async (request, reply) => {
        const language = languageOf(request.headers['accept-language'])
        const mail = await find(request.params.file)
        if (!mail) return sendPage(reply, 404, notFoundPage(language))
        const form = formOf(mail, 'sent' in request.query ? 'sent' : undefined)
        return sendPage(reply, 200, mailPage(language, mail, request.host, form))
      },
    )

    function formOf({ email }: StoredMail, outcome: AnswerForm['outcome']): AnswerForm | null {
      const answered = answerOf(email, receiver)
      return answered && { subjects: answered.recipients.map(({ subject }) => subject), outcome }
    }

    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    )
    pages.post<{ Params: { file: string } }>(
      '/mailbox/:file',
      { bodyLimit: maxFormBytes },
      async (request, reply) => {
        const mail = await find(request.params.file)
        if (!mail || !(request.body instanceof URLSearchParams)) throw notFound()
        try {
          await answer(mail.email, receiver, request.body)
        } catch (error) {
          if (!(error instanceof HttpError && error.status === 400)) throw error
          const language = languageOf(request.headers['accept-language'])
          const form = formOf(mail, 'incomplete')
          return sendPage(reply, 400, mailPage(language, mail, request.host, form))
        }
        return reply.redirect(`/mailbox/${encodeURIComponent(mail.name)}?sent`, 303)
      },
    )
  })
}

function sendPage(reply: FastifyReply, status: number, page: Markup) {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      // inherited by the frame of a mail, whose sandbox allows no script; mails have inline styles
      'content-security-policy': `default-src 'none'; script-src ${localTimesHash}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer', // the links in mails hold tokens
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      vary: 'accept-language',
    })
    .send(page.source)
}

type Listed = { name: string; time: Date }

async function newestFirst(mailDir: string): Promise<Listed[]> {
  const names = (await readdir(mailDir).catch(orNone)).filter(
    name => name.endsWith('.eml') && !name.startsWith('.'),
  )
  const listed = await Promise.all(
    names.map(name =>
      stat(join(mailDir, name)).then(({ mtime }) => [{ name, time: mtime }], orNone),
    ),
  )
  return listed
    .flat()
    .sort((a, b) => b.time.getTime() - a.time.getTime() || (a.name < b.name ? 1 : -1))
}

/** One mail, or none if the file was deleted meanwhile. A
 * file that is no mail is shown as plain text. */
async function read(mailDir: string, { name, time }: Listed): Promise<StoredMail[]> {
  const bytes = await readFile(join(mailDir, name)).catch(orNone)
  if (Array.isArray(bytes)) return []
  return [
    {
      name,
      time,
      email: await PostalMime.parse(bytes).catch(() => ({
        headers: [],
        headerLines: [],
        attachments: [],
        text: String(bytes),
      })),
    },
  ]
}

function orNone(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
