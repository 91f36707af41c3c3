import { readFileSync } from 'node:fs'
import type { Family } from './catalogue.ts'

export type DemoFile = { fileName: string; fileType: string; bytes: () => Buffer }

const extensions = { pdf: 'application/pdf', png: 'image/png' }

/** A file of the folder `files` under the name that its readers see. */
const demoFile = (stored: string, extension: keyof typeof extensions, title: string): DemoFile => ({
  fileName: `${title}.${extension}`,
  fileType: extensions[extension],
  bytes: () => readFileSync(new URL(`./files/${stored}.${extension}`, import.meta.url)),
})

/** A model's general files: a manual, and for some sizes (1
 * to 5) a maintenance plan or a safety sheet. */
export function documentsOf({
  family,
  name,
  size,
}: {
  family: Family
  name: string
  size: number
}): DemoFile[] {
  return [
    demoFile(`manual-${family}`, 'pdf', `${name} – Kullanım kılavuzu`),
    ...(size !== 2 ? [demoFile('maintenance-plan', 'pdf', `${name} – Bakım planı`)] : []),
    ...(size % 2 === 1 ? [demoFile('safety-sheet', 'pdf', `${name} – Güvenlik föyü`)] : []),
  ]
}

/** The report of a commissioning or of a visit. */
export const serviceReport = (title: string, serialNumber: string) =>
  demoFile('service-report', 'pdf', `${title} ${serialNumber}`)

/** A picture of a control panel that shows an alarm of the conversations. */
export const alarmPicture = (code: string, serialNumber: string) =>
  demoFile(`alarm-${code}`, 'png', `${code} ${serialNumber}`)
