type Module = {
  importers: readonly string[]
  dynamicImporters: readonly string[]
  importedIds: readonly string[]
}
type ModuleGraph = { getModuleInfo(id: string): Module | null }

/** Pages that a visitor may open first: the code they share
 * is a chunk of its own, without the rest of the portal. */
const entryPage = /[\\/](LoginPage|PasswordPage|ForgotPasswordPage|PublicFrame)\.tsx/

/** Forms of visitors load these once they are shown, without the rest of the portal. */
const schemas = /[\\/](node_modules[\\/]zod|contract[\\/](identity|fields|password))[\\/.]/

/** The pages, and the frame around those behind the sign-in. */
const page = /[\\/](\w+Page|Shell)\.tsx/
const table = /[\\/]ui[\\/]table[\\/]Table\.tsx/
const upload = /[\\/]files[\\/]upload[\\/]upload\.ts/
/** The largest page, which many open on a phone, and the frame around it. */
const ticket = /[\\/](TicketPage|Shell)\.tsx/

/** What pages share is in one file for those that use it (record 0036):
 * sixty small ones would cost a request each and compress worse. */
export const chunkGroups = [
  { name: 'core', tags: ['$initial' as const], priority: 1 },
  {
    name: (id: string, modules: ModuleGraph) =>
      !schemas.test(id) && featuresUsing(id, modules).has('entrance') ? 'entrance' : null,
    minShareCount: 2,
    priority: 0.9,
  },
  { name: 'schemas', test: schemas, priority: 0.8 },
  // Every page that loads an importer loads what it imports, so the chunks
  // that are named by their pages do not import each other.
  { name: chunkOfPages, minShareCount: 2, includeDependenciesRecursively: false },
]

/** A chunk for each feature, and one for several, and of each a part that only
 * pages with a table load, one of those with uploads, and one of those with both.
 * Of what several features share the ticket page loads its own part only. */
function chunkOfPages(id: string, modules: ModuleGraph) {
  const language = /[\\/]contract[\\/]\w+\.(tr|en)\.ts$/.exec(id)?.[1]
  if (language) return `texts.${language}` // a browser loads those of one language only
  // few users load it, and only once
  if (/[\\/](second-factor|lean-qr)[\\/.]/.test(id)) return 'second-factor'
  const [feature, ...otherFeatures] = featuresUsing(id, modules)
  const pages = [...dependentsOf(id, modules)].filter(each => page.test(each))
  const allUse = (part: RegExp) =>
    pages.every(each => [...dependenciesOf(each, modules)].some(used => part.test(used)))
  const isOfTicket = pages.length === 0 || pages.some(each => ticket.test(each))
  const shared = isOfTicket ? 'portal' : 'pages'
  return [
    otherFeatures.length > 0 ? shared : feature,
    ...(pages.length === 0
      ? ['on-demand']
      : [allUse(table) && 'lists', allUse(upload) && 'uploads'].filter(Boolean)),
  ].join('-')
}

/** The folders of the pages that load a module; an entry page,
 * and a module outside of them, are named by what they are. */
function featuresUsing(id: string, modules: ModuleGraph): Set<string> {
  const features = new Set<string>()
  for (const each of dependentsOf(id, modules)) {
    const module = modules.getModuleInfo(each)
    if (entryPage.test(each)) features.add('entrance')
    if (module && module.dynamicImporters.length > 0)
      features.add(/[\\/]web[\\/]src[\\/](\w+)[\\/]/.exec(each)?.[1] ?? 'portal')
  }
  return features
}

/** A module, and all that import it, but for those that load it on demand. */
const dependentsOf = (id: string, modules: ModuleGraph) =>
  follow(id, each => modules.getModuleInfo(each)?.importers)

const dependencies = new Map<string, Set<string>>()
function dependenciesOf(id: string, modules: ModuleGraph): Set<string> {
  const found = dependencies.get(id) ?? follow(id, each => modules.getModuleInfo(each)?.importedIds)
  dependencies.set(id, found)
  return found
}

function follow(id: string, next: (id: string) => readonly string[] | undefined): Set<string> {
  const found = new Set([id])
  for (const each of found) for (const other of next(each) ?? []) found.add(other)
  return found
}
