import { mkdir, mkdtemp, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { DemoPortal } from './demo-portal.ts'

export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
export const uploads = (page: Page, name = 'Yüklenenler') =>
  page.getByRole('list', { name }).getByRole('listitem')
export const textFile = (name: string, content = 'E-217 12:04') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})
/** A file on the disk, which can be changed after it was chosen. */
export async function createChangingFile(name: string) {
  const path = join(await mkdtemp(join(tmpdir(), 'changing-')), name)
  await writeFile(path, 'ilk hali')
  const change = async () => {
    await writeFile(path, 'sonraki hali')
    await utimes(path, new Date(), new Date(Date.now() + 60_000))
  }
  return { path, change }
}

/** Drags a folder from the desktop and drops it on the page. */
export async function dropFolder(page: Page, name: string) {
  const folder = join(await mkdtemp(join(tmpdir(), 'folder-')), name)
  await mkdir(folder)
  await writeFile(join(folder, 'a.txt'), 'a')
  const devtools = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', {
      type,
      x: 200,
      y: 200,
      data: { items: [], files: [folder], dragOperationsMask: 1 },
    })
}

export const rowHeaders = (page: Page) => page.getByRole('rowheader').allInnerTexts()

export async function addFile(
  portal: DemoPortal,
  name: string,
  to: { machine: string } | { company: string; companyMachine: string },
) {
  const { call } = portal.as('admin')
  const { id, url } = await call(routes.files.request, {
    body: { fileName: name, fileSize: 5, fileType: 'text/plain' },
  })
  await fetch(url, { method: 'PUT', body: 'dosya', headers: { 'content-type': 'text/plain' } })
  if ('machine' in to) await call(routes.files.addToMachine, { params: to, body: { file: id } })
  else await call(routes.files.addToCompanyMachine, { params: to, body: { file: id } })
}
