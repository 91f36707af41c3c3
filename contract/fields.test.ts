import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { day, email, emailOfSignIn, fileName, id, instant, line, text } from './fields.ts'
import { NewFile } from './files.ts'
import { newPassword } from './password.ts'

const fields = {
  line: line(200),
  text: text(5_000),
  fileName,
  email,
  emailOfSignIn,
  id,
  day,
  instant,
  newPassword,
  fileType: NewFile.shape.fileType,
}
const around = { dots: '.', letters: 'a', digits: '1', blanks: ' ', ats: '@', slashes: '/', dashes: '-' }

// A pattern that tries again from each of its places needs seconds for a text that a request may well be as long as, and all wait for it.
describe.each(Object.entries(fields))('%s', (_, field) => {
  test.each(Object.entries(around))('is done at once with fifty thousand %s', (_, letter) => {
    const begun = performance.now()
    for (const edge of ['', '@', '/', 'Z!']) z.safeParse(field, `a${edge}${letter.repeat(50_000)}${edge}`)
    expect(performance.now() - begun).toBeLessThan(1_000)
  })
})
