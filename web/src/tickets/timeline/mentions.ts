import { fold } from '#contract/text/turkish.ts'

type Colleague = { _id: string; name: string }

const maxFound = 8
const longestQuery = 40

/** The `@` before the caret with what follows it, where it may begin a name. */
export function mentionBefore(text: string, caret: number) {
  const start = text.lastIndexOf('@', caret - 1)
  if (caret === 0 || start === -1 || /[\p{L}\p{N}]$/u.test(text.slice(0, start))) return null
  const query = text.slice(start + 1, caret)
  return query.length > longestQuery || query.includes('\n') ? null : { start, query }
}

/** The different names of which a word begins with the query. */
export function namesFor(query: string, colleagues: readonly Colleague[]): string[] {
  const sought = fold(query) + (/\s$/u.test(query) ? ' ' : '')
  const names = new Set(colleagues.map(({ name }) => name))
  return [...names]
    .filter(name => fold(name).startsWith(sought) || fold(name).includes(` ${sought}`))
    .slice(0, maxFound)
}

const mentionOf = (names: readonly string[]) => {
  const longestFirst = names.toSorted((a, b) => b.length - a.length)
  const escaped = longestFirst.map(name => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`@(${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
}

/** Those whose names the text has after an `@`; of several with one name, all. */
export function mentionedIn<C extends Colleague>(text: string, colleagues: readonly C[]): C[] {
  if (!text.includes('@') || colleagues.length === 0) return []
  const pattern = mentionOf(colleagues.map(({ name }) => name))
  const names = new Set(Array.from(text.matchAll(pattern), ([, name]) => name))
  return colleagues.filter(({ name }) => names.has(name))
}

/** A note's text in parts, of which mentions begin with `@`. */
export function splitMentions(text: string, names: readonly string[]) {
  if (names.length === 0) return [{ text, isMention: false }]
  const parts: { text: string; isMention: boolean }[] = []
  let end = 0
  for (const { 0: mention, index } of text.matchAll(mentionOf(names))) {
    if (index > end) parts.push({ text: text.slice(end, index), isMention: false })
    parts.push({ text: mention, isMention: true })
    end = index + mention.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMention: false })
  return parts
}
