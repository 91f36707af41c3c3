import { expect, test } from 'vitest'
import { filesOfPaste } from './filesOfPaste.ts'

const picture = new File(['png'], 'image.png', { type: 'image/png' })
const log = new File(['E-217'], 'günlük.log')
const photo = new File(['jpg'], 'Çizim 1.jpg')

test.each([
  [
    'cells of a spreadsheet with a picture of them',
    [picture],
    'SN-1\tTorna\r\nSN-2\tFreze\r\n',
    [],
  ],
  ['blank cells of a spreadsheet with a picture of them', [picture], '\t\r\n\t', []],
  ['a picture of a rich text, with the character for its place', [picture], '\ufffc\n', [picture]],
  ['a paragraph with a picture in it', [picture], 'Alarm E-217\nbkz. image.png', []],
  ['a screenshot', [picture], '', [picture]],
  ['a picture of a page, with blank text', [picture], ' \n', [picture]],
  ['files of a file manager', [log, photo], '', [log, photo]],
  ['a file that comes with its name', [log], 'günlük.log', [log]],
  ['files that come with their names', [log, photo], 'günlük.log\rÇizim 1.jpg', [log, photo]],
  ['a file that comes with its path', [photo], '/home/ayşe/Çizim 1.jpg\n', [photo]],
  [
    'a file that comes with its name in decomposed letters',
    [photo],
    'Çizim 1.jpg'.normalize('NFD'),
    [photo],
  ],
  ['text', [], 'SN-1', []],
])(
  'of a paste of %s the files are taken, unless other text than their names comes with them',
  (_, files, text, expected) => {
    expect(filesOfPaste({ files, text })).toEqual(expected)
  },
)
