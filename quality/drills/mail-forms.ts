import type { SentMail } from './mail-servers.ts'

type Answer = { text: string; quoted: string; sender: string; reader: string }
type Form = (answer: Answer) => Partial<SentMail>

const marked = (text: string) => `> ${text.replaceAll('\n', '\n> ')}`
const gmail: Form = ({ text, quoted, sender }) => ({
  text: `${text}\n\n22 Kas 2026 Paz 10:15 tarihinde Destek <${sender}> şunu yazdı:\n${marked(quoted)}`,
})
const withHeaders =
  (headers: Record<string, string>): Form =>
  answer => ({ ...gmail(answer), headers })

/** A reply above the headers that Outlook writes, of which only the names tell the language. */
const outlook =
  (from: string, sent: string, to: string, subject: string): Form =>
  ({ text, quoted, sender, reader }) => {
    const lines = [
      `${from}: Destek <${sender}>`,
      `${sent}: 22.11.2026 10:15`,
      `${to}: ${reader}`,
      `${subject}: RE: Pres`,
    ]
    const paragraphs = quoted.split('\n').map(line => `<div>${line}</div>`)
    return {
      text: `${text}\n\n________________________________\n${lines.join('\n')}\n\n${quoted}`,
      html: `<div>${text}</div><hr><div id="divRplyFwdMsg">${lines.map(line => line.replaceAll('<', '&lt;')).join('<br>')}</div>${paragraphs.join('')}`,
    }
  }

const samsung: Form = ({ text, quoted, sender, reader }) => ({
  text: `${text}\n\n\n-------- Mensaje original --------\nDe: Destek <${sender}>\nFecha: 22/11/26 10:15 (GMT+03:00)\nPara: ${reader}\nAsunto: Pres\n\n${quoted}`,
})
const noticeAsText: Form = ({ text }) => ({
  text: 'This e-mail and its attachments are confidential and intended solely for the addressee.',
  html: `<p>${text}</p><p>This e-mail and its attachments are confidential and intended solely for the addressee.</p>`,
})
const withLog: Form = answer => ({
  ...gmail(answer),
  attachments: [
    {
      filename: 'servo.log',
      content: Buffer.from('axis 1 12.5\n'),
      contentType: 'text/plain',
      contentDisposition: 'inline',
    },
  ],
})

/** How mail programs and servers of users write a reply: each of
 * these forms was once taken for another text, or for no mail at all. */
export const replyForms: readonly Form[] = [
  gmail,
  withHeaders({ 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply' }),
  withHeaders({ Precedence: 'bulk' }),
  withHeaders({ 'List-ID': '<help.drill.test>', 'List-Unsubscribe': '<mailto:leave@drill.test>' }),
  outlook('De', 'Envoyé', 'À', 'Objet'),
  outlook('От', 'Отправлено', 'Кому', 'Тема'),
  outlook('من', 'تم الإرسال', 'إلى', 'الموضوع'),
  outlook('Van', 'Verzonden', 'Aan', 'Onderwerp'),
  samsung,
  noticeAsText,
  withLog,
]
