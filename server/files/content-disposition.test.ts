import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

/** The two names, as a client without `filename*` and one with it read them. */
function namesIn(header: string) {
  const [, plain = '', encoded = ''] =
    /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([\w.!#$&+^`|~%-]*)$/.exec(header) ?? []
  return { plain, full: decodeURIComponent(encoded) }
}

test.each([
  ['alarm.png', 'alarm.png'],
  ['Şişli İç Çizim ığüöçÂ.pdf', 'Sisli Ic Cizim iguocA.pdf'],
  ['rapor – “son”.pdf', 'rapor _ _son_.pdf'],
  ['O\'Brien (1) "2" 100%\\.pdf', "O'Brien (1) _2_ 100__.pdf"],
  ['çizim; filename=x.exe.pdf', 'cizim; filename=x.exe.pdf'],
  ['½ ölçek.pdf', '1_2 olcek.pdf'],
  ['图纸 🛠.pdf', '__ _.pdf'],
])('a program that knows ASCII only saves %s as %s', (name, plain) => {
  expect(namesIn(contentDisposition('attachment', name))).toEqual({ plain, full: name })
})

test('any name is one quoted text in ASCII beside the whole name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), name => {
      const { plain, full } = namesIn(contentDisposition('attachment', name))
      expect(plain).toMatch(/^[ -~]*$/)
      expect(plain).not.toMatch(/["\\%/]/)
      expect(full).toBe(name)
    }),
  )
})
