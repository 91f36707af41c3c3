import type { FastifyRequest } from 'fastify'
import type { ApiError } from '#contract/errors.ts'
import { type Language, messages } from '#contract/text/messages.ts'
import { html, trusted } from '#platform/html/html.ts'
import { page } from '#platform/html/page.ts'

const texts = messages({
  title: { tr: 'Bu adres açılamadı', en: 'This address could not be opened' },
  back: { tr: 'Portala dön', en: 'Back to the portal' },
  requestId: {
    tr: (id: string) => `İstek numarası: ${id}`,
    en: (id: string) => `Request number: ${id}`,
  },
})

/** Whether a user has opened the address of a call in a browser, such as the link to a file. */
export const isNavigation = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>) =>
  method === 'GET' &&
  (headers['sec-fetch-dest'] === undefined
    ? /^text\/html\b/.test(headers.accept ?? '')
    : headers['sec-fetch-dest'] === 'document')

export const errorPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** An error for people, with a way back to the portal. */
export function errorPage(language: Language, { message, requestId }: ApiError): string {
  const t = texts(language)
  const body = html`<h1>${t.title}</h1>
<p>${message}</p>
<p><a href="/">${t.back}</a></p>
<p class="faint">${t.requestId(requestId ?? '')}</p>`
  return page({ language, title: t.title, style, body }).source
}

const style = trusted('main { max-width: 40rem; margin: 0 auto; padding: 48px 16px }')
