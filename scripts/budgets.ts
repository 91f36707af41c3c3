import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const signedIn = ['src/messages/tr.portal.ts', 'src/app/shell/Shell.tsx']
const home = [...signedIn, 'src/home/HomePage.tsx']
/** Limits for the JavaScript and style sheets that a page loads, together, in KiB
 * after brotli. `after`: the parts that are there before, and do not count. */
const budgets: { page: string; budget: number; parts: string[]; after?: string[] }[] = [
  { page: 'login', budget: 127, parts: ['src/identity/sign-in/LoginPage.tsx'] },
  { page: 'table', budget: 180, parts: [...signedIn, 'src/companies/CompaniesPage.tsx'] },
  { page: 'home', budget: 180, parts: home },
  {
    page: 'charts',
    budget: 15,
    parts: ['src/home/WeeksDrawing.tsx', 'src/home/MachinesDrawing.tsx'],
    after: home,
  },
  { page: 'queue', budget: 190, parts: [...signedIn, 'src/tickets/queue/QueuePage.tsx'] },
  { page: 'ticket', budget: 205, parts: [...signedIn, 'src/tickets/page/TicketPage.tsx'] },
]

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }

const dist = join(import.meta.dirname, '../web/dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>

function collectFiles(name: string, found: Set<string>) {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`${name} is not in the build: has the page moved?`)
  if (found.has(chunk.file)) return
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file)
  for (const each of chunk.imports ?? []) collectFiles(each, found)
}

const entry = Object.keys(manifest).find(name => manifest[name]?.isEntry)
if (!entry) throw new Error('The build has no entry.')

const firstFiles = [entry, 'src/messages/tr.ts']
function filesOf(parts: string[]) {
  const files = new Set<string>()
  for (const part of [...firstFiles, ...parts]) collectFiles(part, files)
  return files
}

let overBudget = 0
for (const { page, budget, parts, after } of budgets) {
  const files = filesOf(parts).difference(after ? filesOf(after) : new Set())
  const bytes = [...files].reduce(
    (sum, file) => sum + readFileSync(join(dist, `${file}.br`)).length,
    0,
  )
  const size = bytes / 1024
  if (size > budget) overBudget += 1
  const free = Math.round(100 * (1 - size / budget))
  console.log(
    `${page.padEnd(8)} ${size.toFixed(1).padStart(6)} KiB of ${budget} in ${files.size} files, ${free} % free${size > budget ? '  OVER' : ''}`,
  )
}
process.exitCode = overBudget > 0 ? 1 : 0
