/** HTML that needs no escaping. Only `html` and `trusted`
 * create it, so no plain string passes for it. */
export class Markup {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Value = string | number | Markup | readonly Markup[] | undefined

/** Escapes its values for text and for quoted attributes;
 * `Markup` is inserted as it is, undefined as nothing. */
export const html = (texts: TemplateStringsArray, ...values: Value[]) =>
  new Markup(
    texts.map((text, at) => text + (at < values.length ? escaped(values[at]) : '')).join(''),
  )

/** Treats a constant of the code, such as a style sheet, as HTML; never user input. */
export const trusted = (constant: string) => new Markup(constant)

function escaped(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Markup) return value.source
  if (typeof value === 'object') return value.map(({ source }) => source).join('')
  return String(value).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
