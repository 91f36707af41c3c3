import { readFileSync } from 'node:fs'
import type { Language } from '#contract/text/messages.ts'
import { TicketPriority } from '#contract/tickets.ts'
import type { Family } from './catalogue.ts'

/** Messages begin with `c:` (customer) or `s:` (staff); `[E-12]`
 * attaches a picture of that alarm, `[rapor]` a report. */
export type Script = { title: string; priority: TicketPriority; messages: string[] }

// A part `# <family> <language>` has scripts, each `## <title> (<priority>)`, of which
// `normal` is left out, and its messages, one per line.
const parts = readFileSync(new URL('./conversations.txt', import.meta.url), 'utf8')
  .split(/^# /m)
  .slice(1)
const scripts = Object.fromEntries(
  parts
    .map(part => part.split(/\n+## /))
    .map(([name = '', ...texts]) => [name, texts.map(parseScript)]),
)

export const scriptsOf = (family: Family, language: Language) =>
  scripts[`${family} ${language}`] as Script[]

function parseScript(text: string): Script {
  const [first = '', ...messages] = text.trim().split('\n')
  const [, title = '', priority = 'normal'] = /^(.+?)(?: \((\w+)\))?$/.exec(first) ?? []
  return { title, priority: TicketPriority.parse(priority), messages }
}
