import { expect, test, vi } from 'vitest'
import * as adminEn from './en.admin.ts'
import * as portalEn from './en.portal.ts'
import * as en from './en.ts'
import * as adminTr from './tr.admin.ts'
import * as portalTr from './tr.portal.ts'
import * as tr from './tr.ts'

/** The names of all texts, such as `uiMessages.close`, and whether each is a function. */
const shapeOf = (texts: object, path = ''): string[] =>
  Object.entries(texts)
    .flatMap(([name, text]) =>
      typeof text === 'object'
        ? shapeOf(text, `${path}${name}.`)
        : [`${path}${name} ${typeof text}`],
    )
    .sort()

test('both languages have the same texts', () => {
  expect(shapeOf({ ...en, ...portalEn, ...adminEn })).toEqual(
    shapeOf({ ...tr, ...portalTr, ...adminTr }),
  )
})

test('the labels of folders and files exist: folder name, file, private files, general files', () => {
  const labels = ({ fileMessages: t }: { fileMessages: typeof portalTr.fileMessages }) => [
    t.folderName,
    t.file,
    t.privateFiles,
    t.generalFiles,
  ]
  expect(labels(portalTr)).toEqual(['Klasör adı', 'Dosya', 'Özel dosyalar', 'Genel dosyalar'])
  expect(labels(portalEn)).toEqual(['Folder name', 'File', 'Private files', 'General files'])
})

test('the current texts are those of the language that was set last', async () => {
  const current = await import('./current.ts')
  await current.setLanguage('en')
  expect([current.language, current.uiMessages.close, current.callMessages.server(502)]).toEqual([
    'en',
    'Close',
    expect.stringContaining('502'),
  ])
  await current.setLanguage('tr')
  expect([current.language, current.uiMessages.close]).toEqual(['tr', 'Kapat'])
  expect(current).toMatchObject({ ...tr })
})

test('the texts of the portal and of the administrators follow the language once they are loaded', async () => {
  const current = await import('./current.ts')
  await current.setLanguage('tr')
  await current.loadPortalMessages()
  await current.loadAdminMessages()
  expect(current).toMatchObject({ ...portalTr, ...adminTr })
  await current.setLanguage('en')
  expect(current).toMatchObject({ ...portalEn, ...adminEn })
})

test('the texts of the portal are in the language that was chosen while they were loaded', async () => {
  vi.resetModules()
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  vi.doMock('./en.ts', async original => {
    await loaded
    return original()
  })
  const current = await import('./current.ts')
  const chosen = current.setLanguage('en')
  await current.loadPortalMessages()
  load()
  await chosen
  expect([current.language, current.ticketMessages.send]).toEqual([
    'en',
    portalEn.ticketMessages.send,
  ])
  vi.doUnmock('./en.ts')
})
