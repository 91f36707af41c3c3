import type { Page } from '@playwright/test'
import { createPng } from '../portal/png.ts'

/** Chooses a picture for the message on a ticket's page, in either language. */
export const attachPicture = (page: Page, name: string) =>
  page
    .getByLabel(/^(Dosya ekle|Attach files)$/)
    .first()
    .setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from(createPng()) })
