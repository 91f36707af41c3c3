import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { DemoPortal } from './demo-portal.ts'

export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
export const uploads = (page: Page, name = 'Yüklenenler') => page.getByRole('list', { name }).getByRole('listitem')
export const textFile = (name: string, content = 'E-217 12:04') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
export const rowHeaders = (page: Page) => page.getByRole('rowheader').allInnerTexts()

export async function addFile(portal: DemoPortal, name: string, to: { machine: string } | { company: string; companyMachine: string }) {
  const { call } = portal.as('admin')
  const { id, url } = await call(routes.files.request, { body: { fileName: name, fileSize: 5, fileType: 'text/plain' } })
  await fetch(url, { method: 'PUT', body: 'dosya', headers: { 'content-type': 'text/plain' } })
  if ('machine' in to) await call(routes.files.addToMachine, { params: to, body: { file: id } })
  else await call(routes.files.addToCompanyMachine, { params: to, body: { file: id } })
}
