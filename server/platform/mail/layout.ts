import { lighten } from '#contract/text/colors.ts'
import { withVisibleMarks } from '#contract/text/direction.ts'
import { type Language, messages } from '#contract/text/messages.ts'
import { accent, accentInk } from '#platform/html/colors.ts'
import { html, type Markup } from '#platform/html/html.ts'

export type MailParts = {
  language: Language
  vendorName: string
  /** The vendor's, `#rrggbb`, of the button and links; by default the portal's accent. */
  color?: string | undefined
  greeting: string
  paragraphs: string[]
  /** Texts by users: `entries` above the button, `earlier` below it for the context. */
  entries?: MailEntry[]
  /** What a reply to the mail does, before the button. */
  note?: string | undefined
  button?: { label: string; url: string } | undefined
  earlier?: { title: string; entries: MailEntry[] } | undefined
  footer: string[]
  links?: MailLink[]
}
export type MailEntry = {
  title?: string
  heading: string
  text: string
  links: (MailLink & { picture?: MailPicture })[]
}
/** A picture of the mail itself, in the HTML above its link; the sizes are in pixels. */
export type MailPicture = { cid: string; width: number; height: number; alt: string }
export type MailLink = { label: string; url: string }

/** A mail's escaped HTML and its plain text. @throws when the button's URL is not valid */
export function layoutMail(parts: MailParts): { html: string; text: string } {
  for (const { url } of linksIn(parts))
    if (!/^(https?:\/\/|mailto:)\S+$/.test(url))
      throw new Error('a mail links to an absolute web address or a mail address only')
  const shown = withVisibleMarksIn(parts)
  return { html: page(shown).source, text: plain(shown) }
}

const linksIn = ({ button, entries = [], earlier, links = [] }: MailParts) => [
  ...(button ? [button] : []),
  ...[...entries, ...(earlier?.entries ?? [])].flatMap(entry => entry.links),
  ...links,
]

/** Makes direction marks in names visible, which could reverse the text or the link. */
const withVisibleMarksIn = (parts: MailParts): MailParts => ({
  ...parts,
  vendorName: withVisibleMarks(parts.vendorName),
  greeting: withVisibleMarks(parts.greeting),
  paragraphs: parts.paragraphs.map(withVisibleMarks),
  entries: parts.entries?.map(withVisibleMarksInEntry) ?? [],
  earlier: parts.earlier && {
    ...parts.earlier,
    entries: parts.earlier.entries.map(withVisibleMarksInEntry),
  },
  note: parts.note && withVisibleMarks(parts.note),
  footer: parts.footer.map(withVisibleMarks),
})

const withVisibleMarksInEntry = ({ title, heading, text, links }: MailEntry): MailEntry => ({
  ...(title !== undefined && { title: withVisibleMarks(title) }),
  heading: withVisibleMarks(heading),
  text: withVisibleMarks(text),
  links: links.map(({ label, url, picture }) => ({
    label: withVisibleMarks(label),
    url,
    ...(picture && { picture: { ...picture, alt: withVisibleMarks(picture.alt) } }),
  })),
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

const colorsOf = (color: string | undefined) =>
  color
    ? { fill: color, link: color, linkInDark: lighten(color) }
    : { fill: accent, link: accentInk.light, linkInDark: accentInk.dark }
type Colors = ReturnType<typeof colorsOf>

const sheet = ({ linkInDark }: Colors) => html`
  @media (prefers-color-scheme: dark) {
    .page { background-color: #141517 !important }
    .card { background-color: #1f2226 !important; border-color: #33373d !important }
    .ink { color: #e8eaed !important }
    .faint { color: #a3a9b0 !important }
    .link { color: ${linkInDark} !important }
    .rule { border-color: #33373d !important }
  }
  @media (max-width: 479px) {
    .edge { padding: 20px 12px !important }
    .card { padding: 24px 20px 8px !important }
    .button { width: 100% !important }
    .button a { display: block !important }
  }`

function page({
  language,
  vendorName,
  color,
  greeting,
  paragraphs,
  entries,
  note,
  button,
  earlier,
  footer,
  links = [],
}: MailParts) {
  const colors = colorsOf(color)
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${vendorName}</title>
<style>${sheet(colors)}</style>
</head>
<body class="page" style="margin:0;background-color:#f3f4f6;${font}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;background-color:#f3f4f6">
<tr><td class="edge" align="center" style="padding:40px 16px">
<!--[if mso]><table role="presentation" width="560"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;max-width:560px;text-align:left">
<tr><td class="ink" style="padding:0 4px 16px;font-size:15px;line-height:20px;font-weight:600;overflow-wrap:anywhere;${ink}">
${vendorName}
</td></tr>
<tr><td class="card" style="padding:32px 32px 16px;background-color:#ffffff;border:1px solid #e1e4e8;border-radius:12px;
font-size:16px;line-height:26px">
<p class="ink" style="margin:0 0 16px;font-size:18px;font-weight:600;overflow-wrap:anywhere;${ink}">${greeting}</p>
${paragraphs.map(paragraph => html`<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere;${ink}">${withLineBreaks(paragraph)}</p>\n`)}
${entries?.map(entry => entryRow(entry, 'ink', colors))}
${note && html`<p class="ink" style="margin:0;${ink}">${note}</p>`}
${button && action(language, button, colors)}
${earlier && earlierEntries(earlier, colors)}
</td></tr>
<tr><td class="faint" style="padding:16px 4px 0;font-size:13px;line-height:20px;overflow-wrap:anywhere;${faint}">
${footer.map(line => html`<p style="margin:0 0 4px">${withLineBreaks(line)}</p>\n`)}
${links.map(({ label, url }) => html`<a class="faint" href="${url}" style="display:inline-block;padding:2px 0;margin-right:12px;${faint}">${label}</a>\n`)}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
}

/** The cell has the colour too, as desktop Outlook ignores a link's padding. */
const action = (language: Language, { label, url }: MailLink, { fill, link }: Colors) => html`
<table role="presentation" class="button" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0">
<tr><td align="center" bgcolor="${fill}" style="background-color:${fill};border-radius:8px">
<a href="${url}" style="display:inline-block;padding:13px 28px;font-size:16px;line-height:22px;font-weight:600;
color:#ffffff;text-decoration:none">${label}</a>
</td></tr>
</table>
<p class="faint rule" style="margin:0 0 16px;padding-top:16px;border-top:1px solid #e1e4e8;font-size:13px;line-height:20px;${faint}">
${texts(language).elsewhere}<br>
<a class="link" href="${url}" style="unicode-bidi:isolate;color:${link};overflow-wrap:anywhere;word-break:break-all">${url}</a>
</p>`

const entryRow = (
  { title, heading, text, links }: MailEntry,
  tone: 'ink' | 'faint',
  { link }: Colors,
) => html`
<div class="rule" style="margin:0 0 16px;padding:0 0 0 14px;border-left:3px solid #e1e4e8">
${title && html`<p class="ink" dir="auto" style="margin:0;font-weight:600;overflow-wrap:anywhere;${ink}">${title}</p>\n`}
<p class="faint" style="margin:0 0 4px;font-size:13px;line-height:20px;overflow-wrap:anywhere;${faint}">${heading}</p>
${text && html`<p class="${tone}" dir="auto" style="margin:0;overflow-wrap:anywhere;${tone === 'ink' ? ink : faint}">${withLineBreaks(text)}</p>`}
${links.map(
  ({ label, url, picture }) =>
    html`${picture && pictureRow(url, picture)}<p style="margin:4px 0 0;font-size:14px"><a class="link" href="${url}" style="color:${link};overflow-wrap:anywhere">${label}</a></p>`,
)}
</div>`

/** The attributes are for Outlook, which ignores the sizes of a style. */
const pictureRow = (url: string, { cid, width, height, alt }: MailPicture) => html`
<p style="margin:8px 0 0"><a href="${url}"><img src="cid:${cid}" width="${width}" height="${height}" alt="${alt}" border="0"
style="display:block;max-width:100%;height:auto;border:0;border-radius:6px"></a></p>
`

const earlierEntries = (
  { title, entries }: NonNullable<MailParts['earlier']>,
  colors: Colors,
) => html`
<div style="font-size:14px;line-height:22px">
<p class="faint rule" style="margin:0 0 12px;padding-top:16px;border-top:1px solid #e1e4e8;font-weight:600;${faint}">${title}</p>
${entries.map(entry => entryRow(entry, 'faint', colors))}
</div>`

const withLineBreaks = (text: string): Markup[] =>
  text
    .split('\n')
    .map(withColumns)
    .map((line, at) => (at ? html`<br>${line}` : html`${line}`))

const tabSize = 8
const noBreakSpace = '\u00a0'

/** Indents and runs of spaces as no-break spaces, as Outlook
 * ignores `white-space`; a line still wraps behind each run. */
const withColumns = (line: string) =>
  line
    .split('\t')
    .reduce(
      (before, after) => before.padEnd(before.length + tabSize - (before.length % tabSize)) + after,
    )
    .trimEnd()
    .replace(/^ +| {2,}/g, (run, at: number) =>
      at === 0 ? noBreakSpace.repeat(run.length) : `${noBreakSpace.repeat(run.length - 1)} `,
    )

function plain({
  vendorName,
  greeting,
  paragraphs,
  entries = [],
  note,
  button,
  earlier,
  footer,
  links = [],
}: MailParts) {
  const link = button ? [`${button.label}:\n${button.url}`] : []
  const context = earlier ? [earlier.title, ...earlier.entries.map(plainEntry)] : []
  const last = [...footer, ...links.map(({ label, url }) => `${label}: ${url}`)]
  // RFC 3676 4.3: mail readers omit it from replies
  const signature = last.length > 0 ? [['-- ', ...last].join('\n')] : []
  return `${[vendorName, greeting, ...paragraphs, ...entries.map(plainEntry), ...(note ? [note] : []), ...link, ...context, ...signature].join('\n\n')}\n`
}

const plainEntry = ({ title, heading, text, links }: MailEntry) =>
  [
    ...(title ? [title] : []),
    heading,
    ...(text ? [text] : []),
    ...links.map(({ label, url }) => `${label}: ${plainAddress(url)}`),
  ].join('\n')

/** Of a link to a mail address, the address. */
const plainAddress = (url: string) => url.replace(/^mailto:([^?]*).*$/, '$1')
