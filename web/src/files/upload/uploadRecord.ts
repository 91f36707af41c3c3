import { CallError } from '../../data/api.ts'
import type { KeptFacts } from '../../data/keptFiles.ts'

/** What is known of an upload, and its file: kept by the browser for the next page too, where it
 * keeps files. `key` is that of the upload. */
export function createUploadRecord(key: string) {
  let facts: Partial<KeptFacts> = {}
  let isKept = false
  let isForgotten = false
  /** One write after the other, so that none is overtaken. */
  let writing: Promise<unknown> = Promise.resolve()

  function write(step: (store: typeof import('../../data/keptFiles.ts')) => Promise<void>) {
    writing = writing
      .then(loadStore)
      .then(step)
      .catch(() => {})
  }

  function remove() {
    if (!isKept) return
    isKept = false
    write(({ forgetFile }) => forgetFile(key))
  }

  return {
    facts: () => facts,
    change(changes: Partial<KeptFacts>) {
      facts = { ...facts, ...changes }
      const saved = facts as KeptFacts
      if (isKept) write(({ keepFacts }) => keepFacts(key, saved))
    },
    /** The file that an earlier page has kept, or none where the server has it; null: lost.
     * @throws a transient CallError where it cannot be read now */
    async load(): Promise<{ file: File | null } | null> {
      const { readKeptFile } = await loadStore().catch(readLater)
      const found = await readKeptFile(key).catch(error =>
        error.name === 'UnknownError' ? readLater() : null,
      )
      if (!found) return null
      facts = { ...found.facts, ...facts }
      isKept = true
      return { file: found.file }
    },
    async keep(file: File) {
      isForgotten = false
      const { name, type, size, lastModified } = file
      facts = { ...facts, name, type, size, lastModified, at: Date.now(), isDone: false }
      isKept = await loadStore()
        .then(({ keepFile }) => keepFile(key, file, facts as KeptFacts))
        .then(
          () => true,
          () => false, // it is lost with the page
        )
      if (isForgotten) remove()
    },
    forget() {
      isForgotten = true
      remove()
    },
  }
}
export type UploadRecord = ReturnType<typeof createUploadRecord>

const loadStore = () => import('../../data/keptFiles.ts')

/** The server is away, whose code it is, or the browser has trouble with its disk. */
function readLater(): never {
  throw new CallError(0)
}
