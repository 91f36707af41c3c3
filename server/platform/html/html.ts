/** Markup that may be sent as it is. Only `html` and `trusted` make it, so that a plain string is never taken for it. */
export class Markup {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Value = string | number | Markup | readonly Markup[] | undefined

/** A template whose values are escaped for text and for quoted attributes alike; markup inside markup stays as it is, undefined is nothing. */
export const html = (texts: TemplateStringsArray, ...values: Value[]) =>
  new Markup(texts.map((text, at) => text + (at < values.length ? escaped(values[at]) : '')).join(''))

/** Takes a constant of the code, such as a style sheet, for markup. Never for anything that came from a person. */
export const trusted = (constant: string) => new Markup(constant)

function escaped(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Markup) return value.source
  if (typeof value === 'object') return value.map(({ source }) => source).join('')
  return String(value).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
