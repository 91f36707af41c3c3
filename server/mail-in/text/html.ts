import { compile, type DomNode, type FormatCallback } from 'html-to-text'
import { elementDivider } from './dividers.ts'

/** The part of a longer document that is read. Pictures within it (`data:`) are not counted. */
const mostLength = 1_000_000
/** Deeper elements become `…`, so that no document overflows the stack. */
const mostDepth = 500
/** Tags that are open at once, of which a parser keeps a list;
 * paragraphs and cells often stay open without being nested. */
const mostOpen = 5000
/** Deeper quotes and lists lose their marks, which would
 * otherwise be repeated on each line once a level. */
const mostLevels = 5

/** Styles of texts that are not displayed, such as the preview line of a newsletter. */
const hidden = [
  'display:none',
  'display: none',
  'visibility:hidden',
  'visibility: hidden',
  'mso-hide:all',
  'mso-hide: all',
]
/** Blockquotes by which Gmail, Yahoo and Apple Mail indent a paragraph. */
const indented = ['border:none', 'border: none', 'border-width:0', 'border-width: 0']
/** Outlook's elements that begin the mail which is answered:
 * the web and the phone, then the desktop by year. */
const outlookQuotes = [
  'div#divRplyFwdMsg',
  'div#x_divRplyFwdMsg',
  'div#appendonsend',
  'div#x_appendonsend',
  'div#mail-editor-reference-message-container',
  'div.ms-outlook-mobile-reference-message',
  'div[style*="border-top:solid #E1E1E1" i]',
  'div[style*="border-top:solid #B5C4DF" i]',
  'div[style*="border-top: solid rgb(225, 225, 225)" i]',
  'div[style*="border-top: 1pt solid rgb(225, 225, 225)" i]',
]

const block = (selector: string, lineBreaks: number) => ({
  selector,
  format: 'block',
  options: { leadingLineBreaks: lineBreaks, trailingLineBreaks: lineBreaks },
})

const convert = compile({
  wordwrap: false,
  baseElements: { selectors: [], returnDomByDefault: true },
  limits: { maxDepth: mostDepth, maxInputLength: 2 * mostLength, ellipsis: '…' },
  formatters: { link, picture, rows, list, quote, outlookQuote },
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => block(selector, 2)),
    ...[
      'p[class^="Mso"]',
      'p[style*="margin:0"]',
      'p[style*="margin: 0"]',
      'dt',
      'dd',
      'address',
      'center',
      'fieldset',
    ].map(selector => block(selector, 1)),
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'picture' },
    { selector: 'table', format: 'rows' },
    { selector: 'ul', format: 'list' },
    { selector: 'ol', format: 'list' },
    { selector: 'blockquote', format: 'quote' },
    { selector: 'hr', format: 'horizontalLine', options: { length: 32 } },
    ...indented.map(style => block(`blockquote[style*="${style}" i]`, 1)),
    ...outlookQuotes.map(selector => ({ selector, format: 'outlookQuote' })),
    ...[
      'title',
      'style',
      'script',
      'template',
      '[hidden]',
      ...hidden.map(style => `[style*="${style}" i]`),
    ].map(selector => ({
      selector,
      format: 'skip',
    })),
  ],
})

/** The ids of what is attached to a mail, and the descriptions of those in its HTML, once read. */
export type Pictures = { attached: ReadonlySet<string>; descriptions: string[] }

/** The text of an HTML mail: quotes with `>`, a line for each table row,
 * lists with `-` or numbers, links with their address. Bounded in time and
 * depth; what is not read of a longer document is in the mail itself only. */
export function htmlToText(html: string, pictures?: Pictures): string {
  const short =
    html.length > mostLength
      ? html.replace(/(["'(=])data:[^"'()\s>]*/gi, '$1').slice(0, mostLength)
      : html
  return convert(withoutDeepTags(short), pictures)
    .replace(/\u00a0/g, ' ')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
}

const tag = /<(\/?)([a-z][a-z0-9:-]{0,20})(?![a-z0-9:-])[^<>]*>/gi
const withoutEnd = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
])

/** The parser takes longer for each further tag that is
 * open, so tags beyond a limit become line breaks. */
function withoutDeepTags(html: string): string {
  let open = 0
  return html.replace(tag, (found, slash: string, name: string) => {
    if (withoutEnd.has(name.toLowerCase())) return found
    const isDeep = (slash ? open-- : ++open) > mostOpen
    if (open < 0) open = 0
    return isDeep ? '<br>' : found
  })
}

function link(...[element, walk, builder]: Parameters<FormatCallback>) {
  walk(element.children, builder)
  const href: string = element.attribs?.href ?? ''
  const address = href.replace(/^(?:mailto|tel):/i, '')
  const isShown = /^(?:https?:|mailto:|tel:)/i.test(href) && !sameAddress(address, textOf(element))
  if (isShown) builder.addInline(` <${address}>`, { noWordTransform: true })
}

const sameAddress = (address: string, text: string) =>
  bareAddress(text) === '' || bareAddress(text) === bareAddress(address)
const bareAddress = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(?:mailto:|tel:|https?:\/\/)/, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '')
    .replace(/^\+?[\d ()./-]{7,30}$/, digits => digits.replace(/\D/g, ''))

/** The beginning of an element's text; without a text, such
 * as that of a picture, an address says little. */
function textOf(element: DomNode): string {
  let text = ''
  const left = [...element.children].reverse()
  for (
    let node = left.pop(), read = 0;
    node && read < 50 && text.length < 2000;
    node = left.pop(), read++
  ) {
    if (node.type === 'text') text += node.data ?? ''
    else left.push(...(node.children ?? []).slice(0, 50).reverse())
  }
  return text
}

/** One that is attached is a file; its description is none of
 * the text, unless it is the letter that it stands for: `👍`. */
function picture(...[element, , builder]: Parameters<FormatCallback>) {
  const { alt = '', src = '' } = element.attribs ?? {}
  const description = alt.trim()
  const pictures = builder.metadata as Pictures | undefined
  if (pictures && isAttached(src, pictures) && /[\p{L}\p{N}]/u.test(description))
    pictures.descriptions.push(description)
  else if (
    description &&
    description.length <= 200 &&
    !/\.(?:png|jpe?g|gif|bmp|svg|webp)$/i.test(description)
  )
    builder.addInline(description)
}

const isAttached = (src: string, { attached }: Pictures) =>
  /^cid:/i.test(src) && attached.has(src.slice(4).replace(/%40/g, '@'))

/** A row whose cells are short is one line; the cells of
 * another one, which arranges a page, are paragraphs. */
function rows(...[element, walk, builder]: Parameters<FormatCallback>) {
  builder.openTable()
  for (const cells of rowsOf(element)) {
    builder.openTableRow()
    for (const cell of cells) {
      builder.openTableCell()
      walk(cell, builder)
      builder.closeTableCell()
    }
    builder.closeTableRow()
  }
  builder.closeTable({
    tableToString: found => found.map(row => lineOf(row.map(({ text }) => text.trim()))).join('\n'),
    leadingLineBreaks: 1,
    trailingLineBreaks: 1,
  })
}

function rowsOf(table: DomNode): DomNode[][][] {
  const nodes = table.children.flatMap(node =>
    isTag(node, ['thead', 'tbody', 'tfoot']) ? node.children : [node],
  )
  return nodes.filter(isContent).map(node => {
    if (!isTag(node, ['tr'])) return [[node]]
    return node.children
      .filter(isContent)
      .map(cell => (isTag(cell, ['td', 'th']) ? cell.children : [cell]))
  })
}

const isTag = (node: DomNode, names: string[]) =>
  node.type === 'tag' && names.includes(node.name ?? '')
const isContent = (node: DomNode) =>
  node.type === 'tag' || (node.type === 'text' && node.data?.trim())

function lineOf(cells: string[]): string {
  const filled = cells.filter(Boolean)
  const isLine =
    filled.length > 1 && filled.every(cell => cell.length <= 200 && !cell.includes('\n'))
  return isLine ? cells.join(' | ') : filled.join('\n')
}

function list(...[element, walk, builder]: Parameters<FormatCallback>) {
  const isDeep = levelsAbove(element, ['ul', 'ol']) >= mostLevels
  let number = Number.parseInt(element.attribs?.start ?? '1', 10) || 1
  builder.openBlock({ leadingLineBreaks: 1 })
  for (const item of element.children) {
    if (item.type !== 'tag') continue
    const mark = item.name !== 'li' || isDeep ? '' : element.name === 'ol' ? `${number++}. ` : '- '
    builder.openBlock({ leadingLineBreaks: 1 })
    walk(item.name === 'li' ? item.children : [item], builder)
    builder.closeBlock({
      blockTransform: text => (mark ? mark + text.trim().replaceAll('\n', '\n  ') : text),
    })
  }
  builder.closeBlock({ trailingLineBreaks: 1 })
}

function quote(...[element, walk, builder]: Parameters<FormatCallback>) {
  const isDeep = levelsAbove(element, ['blockquote']) >= mostLevels
  builder.openBlock({ leadingLineBreaks: 1 })
  walk(element.children, builder)
  builder.closeBlock({
    blockTransform: text => (isDeep ? text : marked(text.replace(/^\n+/, '').trimEnd())),
  })
}

const marked = (text: string) => `> ${text.replaceAll('\n', '\n> ')}`

function levelsAbove(element: DomNode, names: string[]): number {
  let levels = 0
  for (let node = element.parent; node && levels < mostLevels; node = node.parent)
    if (names.includes(node.name ?? '')) levels++
  return levels
}

/** The headers below it are in the language of its program; this line is known in all of them. */
function outlookQuote(...[element, walk, builder]: Parameters<FormatCallback>) {
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addInline(elementDivider)
  builder.closeBlock({ trailingLineBreaks: 1 })
  builder.openBlock({ leadingLineBreaks: 1 })
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 1 })
}
