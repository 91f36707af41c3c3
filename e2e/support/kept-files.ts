import type { Page } from '@playwright/test'

/** What the browser's IndexedDB has of files that are not sent yet, as texts. */
export const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'files')) return []
    const ended = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await ended(indexedDB.open('files'))
    const values: Blob[] = await ended(database.transaction('files').objectStore('files').getAll())
    database.close()
    return Promise.all(values.map(value => value.text()))
  })
