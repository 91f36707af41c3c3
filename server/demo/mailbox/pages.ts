import type { Address, Attachment, Email } from 'postal-mime'
import { limits } from '#contract/limits.ts'
import { withVisibleMarks } from '#contract/text/direction.ts'
import { foreignHost } from '#contract/text/hosts.ts'
import { type Language, messages } from '#contract/text/messages.ts'
import { html, type Markup } from '#platform/html/html.ts'
import { page } from '#platform/html/page.ts'
import { localTimes } from './local-times.ts'
import { formToken } from './reply.ts'
import { mailboxStyle } from './style.ts'

export type StoredMail = { name: string; time: Date; email: Email }

const mailboxMessages = messages({
  mailbox: { tr: 'Posta kutusu', en: 'Mailbox' },
  what: {
    tr: 'Bu kurulum e-posta göndermez. Göndereceği her posta burada durur.',
    en: 'This installation sends no mail. Every mail it would send is kept here.',
  },
  product: { tr: 'Portala git', en: 'Go to the portal' },
  refresh: { tr: 'Yenile', en: 'Refresh' },
  empty: { tr: 'Henüz posta yok', en: 'No mail yet' },
  emptyHow: {
    tr: 'Bir kullanıcıyı davet ettiğinizde ya da giriş ekranında “Parolamı unuttum” dediğinizde postası burada görünür.',
    en: 'Invite a user, or choose “Forgot password” on the login screen, and the mail will show up here.',
  },
  newest: {
    tr: (shown: number, all: number) => `${all} postanın en yeni ${shown} tanesi`,
    en: (shown: number, all: number) => `The newest ${shown} of ${all} mails`,
  },
  noSubject: { tr: '(konusuz)', en: '(no subject)' },
  from: { tr: 'Kimden', en: 'From' },
  to: { tr: 'Kime', en: 'To' },
  date: { tr: 'Tarih', en: 'Date' },
  looks: { tr: 'Okuyanın gördüğü', en: 'What the reader sees' },
  text: { tr: 'Düz metin', en: 'Plain text' },
  answer: { tr: 'Yanıtla', en: 'Answer' },
  answerText: { tr: 'Yanıtınız', en: 'Your answer' },
  choose: { tr: 'Talep seçin', en: 'Choose a ticket' },
  subject: { tr: 'Konu', en: 'Subject' },
  send: { tr: 'Gönder', en: 'Send' },
  sent: {
    tr: 'Yanıtınız gönderildi; birazdan ilgili talepte görünür.',
    en: 'Your answer was sent, and is in its ticket in a moment.',
  },
  incomplete: {
    tr: 'Yanıtınız gönderilmedi: bir metin yazın, birden çok talep varsa birini seçin.',
    en: 'Your answer was not sent: write a text, and of several tickets choose one.',
  },
  headers: { tr: 'Tüm başlıklar', en: 'All headers' },
  missing: { tr: 'Bu posta bulunamadı', en: 'This mail was not found' },
  missingWhy: {
    tr: 'Silinmiş olabilir ya da adres yanlıştır.',
    en: 'It may have been deleted, or the address is wrong.',
  },
  back: { tr: 'Posta kutusuna dön', en: 'Back to the mailbox' },
})

/** `all` is the number of mails; `mails` are the listed ones. */
export function listPage(language: Language, mails: StoredMail[], all: number) {
  const t = mailboxMessages(language)
  return mailboxPage(
    language,
    t.mailbox,
    html`<header class="head">
<div><h1>${t.mailbox}</h1><p class="faint">${t.what}</p></div>
<p class="actions"><a class="button" href="/">${t.product}</a> <a class="button primary" href="/mailbox">${t.refresh}</a></p>
</header>
${mails.length > 0 ? html`<ul class="mails">${mails.map(mail => row(language, mail))}</ul>` : notYet(language)}
${mails.length < all ? html`<p class="faint">${t.newest(mails.length, all)}</p>` : undefined}`,
  )
}

const notYet = (language: Language) =>
  html`<div class="empty"><h2>${mailboxMessages(language).empty}</h2><p class="faint">${mailboxMessages(language).emptyHow}</p></div>`

const row = (language: Language, { name, time, email }: StoredMail) => html`
<li><a href="/mailbox/${encodeURIComponent(name)}">
<span class="subject">${subjectOf(language, email)}</span>
<span class="to"><span class="visually-hidden">${mailboxMessages(language).to}: </span>${people(email.to)}</span>
<span class="when">${moment(time)} <span>${age(language, time)}</span></span>
</a></li>`

/** `host` is the page's own: links to others show theirs. `form` is null for
 * a mail that takes no answer. */
export function mailPage(
  language: Language,
  { name, time, email }: StoredMail,
  host: string,
  form: AnswerForm | null,
) {
  const t = mailboxMessages(language)
  const subject = subjectOf(language, email)
  return mailboxPage(
    language,
    subject,
    html`<nav><a href="/mailbox">← ${t.mailbox}</a></nav>
<h1>${subject}</h1>
<dl>
<div><dt>${t.from}</dt><dd>${people(email.from && [email.from])}</dd></div>
<div><dt>${t.to}</dt><dd>${people(email.to)}</dd></div>
<div><dt>${t.date}</dt><dd>${moment(time)} <span class="faint">${age(language, time)}</span></dd></div>
</dl>
${email.html === undefined ? undefined : framed(t.looks, withPictures(email.html, email.attachments))}
<section><h2>${t.text}</h2><pre dir="auto">${withLinks(withVisibleMarks((email.text ?? '').trimEnd()), host)}</pre></section>
${form ? answerForm(language, name, form) : undefined}
<details><summary>${t.headers}</summary><pre>${email.headerLines.map(({ line }) => html`${line}\n`)}</pre></details>`,
  )
}

/** Of several subjects the answer has the chosen one; `outcome` is that of the last answer. */
export type AnswerForm = { subjects: string[]; outcome: 'sent' | 'incomplete' | undefined }

function answerForm(language: Language, name: string, { subjects, outcome }: AnswerForm) {
  const t = mailboxMessages(language)
  return html`<section><h2>${t.answer}</h2>${outcome && html`<p class="${outcome}" role="status">${t[outcome]}</p>`}
<form method="post" action="/mailbox/${encodeURIComponent(name)}">
<input type="hidden" name="token" value="${formToken}">
${subjects.length > 1 ? chosenSubject(language, subjects) : undefined}
<textarea name="text" aria-label="${t.answerText}" rows="5" maxlength="${limits.message}" required dir="auto"></textarea>
<button class="button primary">${t.send}</button>
</form></section>`
}

const chosenSubject = (
  language: Language,
  subjects: string[],
) => html`<select name="recipient" required aria-label="${mailboxMessages(language).subject}">
<option value="">${mailboxMessages(language).choose}</option>
${subjects.map((subject, at) => html`<option value="${String(at)}">${withVisibleMarks(subject)}</option>\n`)}
</select>`

export function notFoundPage(language: Language) {
  const t = mailboxMessages(language)
  return mailboxPage(
    language,
    t.missing,
    html`<div class="empty"><h1>${t.missing}</h1><p class="faint">${t.missingWhy}</p><a class="button" href="/mailbox">${t.back}</a></div>`,
  )
}

const mailboxPage = (language: Language, title: string, body: Markup) =>
  page({ language, title, style: mailboxStyle, body: html`${body}${localTimes}` })

const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** The pictures that a mail brings, within its HTML. */
const withPictures = (content: string, attachments: Attachment[]) =>
  content.replace(/(\ssrc=["'])cid:([^"']+)/gi, (all, start: string, cid: string) => {
    const found = attachments.find(({ contentId }) => contentId === `<${cid}>`)
    if (!found || !pictureTypes.includes(found.mimeType)) return all
    const bytes = Buffer.from(found.content as ArrayBuffer) // of text only as a calendar
    return `${start}data:${found.mimeType};base64,${bytes.toString('base64')}`
  })

/** The HTML of a mail in a sandbox: no script, no origin; links open in another tab. */
function framed(title: string, content: string) {
  const baseElement = '<base target="_blank">'
  const document = /<head\b[^>]*>/i.test(content)
    ? content.replace(/<head\b[^>]*>/i, head => head + baseElement)
    : baseElement + content
  const allowed =
    'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'
  return html`<section><h2 id="looks">${title}</h2><iframe aria-labelledby="looks" sandbox="${allowed}" srcdoc="${document}"></iframe></section>`
}

const subjectOf = (language: Language, { subject }: Email) =>
  withVisibleMarks(subject || mailboxMessages(language).noSubject)

/** The odd parts of the split are web addresses. */
const withLinks = (text: string, host: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/)
    .map((part, at) => (at % 2 && URL.canParse(part) ? link(part, host) : html`${part}`))

function link(address: string, host: string) {
  const elsewhere = foreignHost(address, host)
  const linked = html`<a href="${address}" target="_blank" rel="noreferrer">${address}</a>`
  return elsewhere ? html`${linked} <bdi>(${elsewhere})</bdi>` : linked
}

const people = (addresses: Address[] = []) =>
  withVisibleMarks(
    addresses.map(({ name, address = '' }) => (name ? `${name} <${address}>` : address)).join(', '),
  )

/** In the time zone of the server, until `localTimes` runs. */
function moment(time: Date) {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${two(time.getDate())}/${two(time.getMonth() + 1)}/${time.getFullYear()}`
  return html`<time datetime="${time.toISOString()}">${day} - ${two(time.getHours())}:${two(time.getMinutes())}</time>`
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

function age(language: Language, time: Date) {
  const seconds = Math.max(0, (Date.now() - time.getTime()) / 1000)
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? (['second', Infinity] as const)
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    -Math.floor(seconds / size),
    unit,
  )
}
