import type { KeptFacts } from '../../data/keptFiles.ts'

/** What is known of an upload, and its file: kept by the browser for the next page too, where it
 * keeps files. `key` is that of the upload. */
export function createUploadRecord(key: string) {
  let facts: Partial<KeptFacts> = {}
  let isKept = false
  let isForgotten = false

  const save = () =>
    loadStore()
      .then(({ keepFacts }) => keepFacts(key, facts as KeptFacts))
      .catch(() => {})

  return {
    facts: () => facts,
    change(changes: Partial<KeptFacts>) {
      facts = { ...facts, ...changes }
      if (isKept) void save()
    },
    /** The file that an earlier page has kept; null: none. */
    async load(): Promise<File | null> {
      const found = await loadStore()
        .then(({ readKeptFile }) => readKeptFile(key))
        .catch(() => null)
      if (!found) return null
      const { file, ...known } = found
      facts = { ...known, ...facts }
      isKept = true
      return file
    },
    async keep(file: File) {
      const { name, type, size, lastModified } = file
      facts = { ...facts, name, type, size, lastModified, at: Date.now() }
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

  function remove() {
    if (!isKept) return
    isKept = false
    void loadStore()
      .then(({ forgetFile }) => forgetFile(key))
      .catch(() => {})
  }
}
export type UploadRecord = ReturnType<typeof createUploadRecord>

const loadStore = () => import('../../data/keptFiles.ts')
