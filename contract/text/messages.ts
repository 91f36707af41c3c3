/** A language of the product. Turkish is the default and the fallback. */
export type Language = 'tr' | 'en'

// biome-ignore lint/suspicious/noExplicitAny: each text's own parameters, inferred
type Text = string | ((...args: any[]) => string)
type Same<T> = T extends string ? string : T

/** A function from language to texts; a missing translation,
 * or one with other parameters, does not compile. */
export const messages =
  /* @__NO_SIDE_EFFECTS__ */
    <T extends Record<string, Text>>(
      both: { [K in keyof T]: { tr: T[K]; en: Same<NoInfer<T[K]>> } },
    ) =>
    (language: Language) =>
      Object.fromEntries(
        Object.entries(both).map(([key, text]) => [
          key,
          (text as { tr: Text; en: Text })[language],
        ]),
      ) as {
        [K in keyof T]: Same<T[K]>
      }

/** The language that an Accept-Language header asks for: English
 * only where it is preferred to Turkish. RFC 9110 12.5.4. */
export function languageOf(header: string | undefined): Language {
  let best: { language: Language; weight: number } = { language: 'tr', weight: 0 }
  for (const part of (header ?? '').toLowerCase().split(',', 20)) {
    const [range = '', ...options] = part.trim().split(';')
    const language = range.split('-')[0]
    const q = options
      .map(option => /^\s*q=([0-9.]+)\s*$/.exec(option)?.[1])
      .find(value => value !== undefined)
    const weight = q === undefined ? 1 : Number(q)
    if ((language === 'tr' || language === 'en') && weight > best.weight)
      best = { language, weight }
  }
  return best.language
}
