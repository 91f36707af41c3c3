import { withVisibleMarks } from '#contract/direction.ts'
import { type Language, messages } from '#contract/messages.ts'
import { accent, accentInk } from '#platform/html/colors.ts'
import { html, type Markup, trusted } from '#platform/html/html.ts'

export type MailParts = {
  language: Language
  vendorName: string
  greeting: string
  paragraphs: string[]
  button?: { label: string; url: string } | undefined
  footer: string[]
}

/** A mail's escaped HTML and its plain text. @throws when the button's URL is not valid */
export function layoutMail(parts: MailParts): { html: string; text: string } {
  if (parts.button && !/^https?:\/\/\S+$/.test(parts.button.url)) throw new Error('a mail links to an absolute web address only')
  const shown = withVisibleMarksIn(parts)
  return { html: page(shown).source, text: plain(shown) }
}

/** Makes direction marks in names visible, which could reverse the text or the link. */
const withVisibleMarksIn = (parts: MailParts): MailParts => ({
  ...parts,
  vendorName: withVisibleMarks(parts.vendorName),
  greeting: withVisibleMarks(parts.greeting),
  paragraphs: parts.paragraphs.map(withVisibleMarks),
  footer: parts.footer.map(withVisibleMarks),
})

const texts = messages({
  elsewhere: {
    tr: 'Düğme çalışmıyorsa bu adresi tarayıcınıza kopyalayın:',
    en: 'If the button does not work, copy this address into your browser:',
  },
})

// Inline styles for mail readers without style sheets; classes add dark mode and narrow screens.
const ink = 'color:#1c2024'
const faint = 'color:#5c636a'
const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'

const sheet = trusted(`
  @media (prefers-color-scheme: dark) {
    .page { background-color: #141517 !important }
    .card { background-color: #1f2226 !important; border-color: #33373d !important }
    .ink { color: #e8eaed !important }
    .faint { color: #a3a9b0 !important }
    .link { color: ${accentInk.dark} !important }
    .rule { border-color: #33373d !important }
  }
  @media (max-width: 479px) {
    .edge { padding: 20px 12px !important }
    .card { padding: 24px 20px 8px !important }
    .button { width: 100% !important }
    .button a { display: block !important }
  }`)

const page = ({ language, vendorName, greeting, paragraphs, button, footer }: MailParts) => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${vendorName}</title>
<style>${sheet}</style>
</head>
<body class="page" style="margin:0;background-color:#f3f4f6;${font}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f3f4f6">
<tr><td class="edge" align="center" style="padding:40px 16px">
<!--[if mso]><table role="presentation" width="560"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td class="ink" style="padding:0 4px 16px;font-size:15px;line-height:20px;font-weight:600;overflow-wrap:anywhere;${ink}">
${vendorName}
</td></tr>
<tr><td class="card" style="padding:32px 32px 16px;background-color:#ffffff;border:1px solid #e1e4e8;border-radius:12px;
font-size:16px;line-height:26px">
<p class="ink" style="margin:0 0 16px;font-size:18px;font-weight:600;overflow-wrap:anywhere;${ink}">${greeting}</p>
${paragraphs.map(paragraph => html`<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;${ink}">${withLineBreaks(paragraph)}</p>\n`)}
${button && action(language, button)}
</td></tr>
<tr><td class="faint" style="padding:16px 4px 0;font-size:13px;line-height:20px;overflow-wrap:anywhere;${faint}">
${footer.map(line => html`<p style="margin:0 0 4px">${withLineBreaks(line)}</p>\n`)}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`

/** The cell has the colour too, as desktop Outlook ignores a link's padding. */
const action = (language: Language, { label, url }: { label: string; url: string }) => html`
<table role="presentation" class="button" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0">
<tr><td align="center" bgcolor="${accent}" style="background-color:${accent};border-radius:8px">
<a href="${url}" style="display:inline-block;padding:13px 28px;font-size:16px;line-height:22px;font-weight:600;
color:#ffffff;text-decoration:none">${label}</a>
</td></tr>
</table>
<p class="faint rule" style="margin:0 0 16px;padding-top:16px;border-top:1px solid #e1e4e8;font-size:13px;line-height:20px;${faint}">
${texts(language).elsewhere}<br>
<a class="link" href="${url}" style="unicode-bidi:isolate;color:${accentInk.light};overflow-wrap:anywhere;word-break:break-all">${url}</a>
</p>`

const withLineBreaks = (text: string): Markup[] => text.split('\n').map((line, at) => (at ? html`<br>${line}` : html`${line}`))

function plain({ vendorName, greeting, paragraphs, button, footer }: MailParts) {
  const link = button ? [`${button.label}:\n${button.url}`] : []
  const signature = footer.length > 0 ? [['-- ', ...footer].join('\n')] : [] // RFC 3676 4.3: mail readers omit it from replies
  return `${[vendorName, greeting, ...paragraphs, ...link, ...signature].join('\n\n')}\n`
}
