import type { Attachment } from '#platform/mail/parse-mail.ts'

/** What is read of a mail's attachments to find their places in its text. */
export type Placed = Pick<Attachment, 'filename'> & Partial<Attachment>

const extension = String.raw`\.(?:png|jpe?g|gif|bmp|webp|hei[cf]|tiff?|svg)`
const inline = 'inline image|inline-bild|satır içi resim|image intégrée|imagen integrada'
/** Within a line too: `[image: x.png]` of Gmail, which wraps it, and `[cid:…]` of Outlook. */
const certain = [
  /\[image: ?[^[\]]{0,300}\]/gi,
  new RegExp(String.raw`\[(?:${inline})(?::?\s[^[\]]{0,300})?\]`, 'gi'),
  /!\[[^[\]\n]{0,200}\]\(cid:[^\s()]{1,200}\)/gi,
  /\[cid:[^\]\s]{1,300}\]/gi,
]
/** A line of its own: `<image.png>` of Apple Mail, `[image.png]`, `[https://…/logo.png]`. */
const named = new RegExp(
  String.raw`^(?:<[^<>@\\/\n]{1,200}${extension}>|\[[^[\]\n]{1,500}${extension}\])$`,
  'i',
)
/** `[A screen with an alarm]` of Outlook; not `[Axis1]` of a settings file, nor `[ALARM 70]`. */
const described = /^\[(?=.*\s\p{Ll})\p{L}+(?:\s+[^\s[\]=]{1,60}){1,40}\]$/u
const shortestName = 4
const mostNames = 100
/** Of a place, as Apple's programs write it too. */
const mark = '\ufffc'

/** Removes the places of pictures and files, and lines of nothing else. `descriptions` are those
 * of the HTML; without one a line in brackets can be the place of an inline picture. */
export function withoutPlaces(
  text: string,
  attachments: readonly Placed[],
  descriptions: readonly string[] | null,
): string {
  const isName = (name: string | null | undefined) => (name?.trim().length ?? 0) >= shortestName
  const files = attachments.slice(0, mostNames).map(({ filename }) => filename ?? '')
  const shown = [
    ...attachments.map(({ description }) => description ?? ''),
    ...(descriptions ?? []),
  ]
  const places = [
    ...certain,
    ...files.filter(isName).map(name => placeOf('<', name, '>')),
    ...[...files, ...shown.slice(0, mostNames)].filter(isName).map(name => placeOf('[', name, ']')),
  ]
  const lines = places
    .reduce((rest, place) => rest.replace(place, mark), text)
    .split('\n')
    .map(line => (named.test(line.trim()) ? mark : line))
  const pictures = attachments.filter(isPlaced).length
  const unplaced = pictures - lines.filter(line => line.includes(mark)).length
  const isDescribed = (line: string) => described.test(line.trim())
  const inBrackets = lines.filter(line => /^\s*\[.*\]\s*$/.test(line)).length
  const canBeDescribed = !descriptions && inBrackets <= unplaced
  return lines
    .filter(line => !isPlace(line) && !(canBeDescribed && isDescribed(line)))
    .map(line => (line.includes(mark) ? withoutMarks(line) : line))
    .join('\n')
}

/** With a name for places: Apple's mails without HTML have none, and none for its pictures. */
const isPlaced = ({ mimeType, contentId }: Placed) =>
  Boolean(mimeType?.startsWith('image/') && contentId)

/** A name as it stands in a text, where a program may have wrapped it. */
function placeOf(open: string, name: string, close: string): RegExp {
  const words = name.slice(0, 500).trim().split(/\s+/).map(RegExp.escape)
  return new RegExp(`${RegExp.escape(open)}${words.join('\\s+')}${RegExp.escape(close)}`, 'g')
}

const isPlace = (line: string) => line.includes(mark) && /^[>\s\ufffc]*$/.test(line)

function withoutMarks(line: string): string {
  const [first = '', ...rest] = line.split(mark)
  const text = [first, ...rest]
    .map((part, at) => (at < rest.length ? part.trimEnd() : part))
    .join('')
  return first.trim() === '' ? text.trimStart() : text
}
