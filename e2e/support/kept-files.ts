import type { Page } from '@playwright/test'
import { expect } from './visit.ts'

/** The sizes of what the browser's IndexedDB has of files and messages that are not sent yet, in
 * bytes: of a file two, of a message one. */
export const keptFiles = async (page: Page) => (await readKept(page, [])).map(({ size }) => size)

/** Expects that none of the texts can be read there. */
export async function expectUnreadable(page: Page, ...texts: string[]) {
  const kept = await readKept(page, texts)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.flatMap(({ found }) => found)).toEqual([])
}

const readKept = (page: Page, texts: string[]) =>
  page.evaluate(async searched => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'files')) return []
    const ended = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await ended(indexedDB.open('files'))
    const values: unknown[] = await ended(
      database.transaction('files').objectStore('files').getAll(),
    )
    database.close()
    return Promise.all(
      values.map(async value => {
        const content = value instanceof Blob ? await value.text() : JSON.stringify(value)
        return { size: content.length, found: searched.filter(text => content.includes(text)) }
      }),
    )
  }, texts)
