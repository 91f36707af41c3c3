import fc from 'fast-check'
import { expect, test } from 'vitest'
import { processorTimeOf } from '#testing/processor-time.ts'
import { attributionRules } from './attributions.ts'
import { dividerRules, titleRules } from './dividers.ts'
import { type Line, readLine, readLines } from './lines.ts'
import { splitReply } from './reply.ts'
import { appRules, noticeRules } from './signatures.ts'

const rules = [...attributionRules, ...dividerRules, ...titleRules, ...appRules, ...noticeRules]

test.each(rules)('$name: $example', ({ pattern, example }) => {
  expect(readLine(example).folded).toMatch(pattern)
})

const headers = 'Kimden: Destek <destek@ornek.example>\nTarih: 12.11.2026 14:03\nKonu: E12'
const attribution = '12 Kas 2026 Per, 14:03 tarihinde Destek <destek@ornek.example> şunu yazdı:'

test.each([
  ['an answer above', `Evet.\n\n${attribution}\n> Işık yanıyor mu?`, 'Evet.'],
  ['an answer below', `${attribution}\n> Işık yanıyor mu?\n\nEvet.`, 'Evet.'],
  ['a quote without an introduction at the end', 'Evet.\n\n> Işık yanıyor mu?', 'Evet.'],
  ['a quote without marks', `Evet.\n\n${attribution}\n\nIşık yanıyor mu?`, 'Evet.'],
  [
    'an introduction wrapped over three lines',
    `Evet.\n\nÖrnek Makine Destek\n<destek@ornek.example>, 12 Kas 2026 Per,\n14:03 tarihinde şunu yazdı:\n\n> Işık?`,
    'Evet.',
  ],
  ['an introduction joined to the quote', `Evet.\n\n${attribution} > Işık?\n> Kablo?`, 'Evet.'],
  ['headers without a mark', `Evet.\n\n${headers}\n\nIşık yanıyor mu?`, 'Evet.'],
  [
    'answers between the quotes',
    `${attribution}\n> Işık?\nSönük.\n> Kablo?\nSağlam.\n> İrem`,
    '> Işık?\nSönük.\n> Kablo?\nSağlam.',
  ],
  [
    'text above and below the quote',
    `Aşağıda.\n\n${attribution}\n> Işık?\n\nSönük.`,
    'Aşağıda.\n\n> Işık?\n\nSönük.',
  ],
  ['line breaks of Windows', `Evet.\r\n\r\n${attribution}\r\n> Işık?\r\n`, 'Evet.'],
  ['only a quote', `${attribution}\n> Işık?`, ''],
  ['only a program’s own line', '\n\niPhone’umdan gönderildi', ''],
  ['nothing', '', ''],
  [
    'a closing with a contact',
    'Evet.\n\nSaygılarımla,\nAyşe Yılmaz\nTel: 0 232 000 00 00',
    'Evet.',
  ],
  ['a closing with a name', 'Evet.\n\nİyi çalışmalar\nAyşe Yılmaz', 'Evet.'],
  ['a closing with a first name', 'Evet.\n\nSaygılarımla,\nAyşe', 'Evet.'],
  [
    'a signature below the quote',
    `Evet.\n\n${attribution}\n> Işık?\n\n--\n*Ayşe Yılmaz | Müdür*`,
    'Evet.',
  ],
  ['thanks with a name alone', 'Teşekkürler,\nAyşe Yılmaz', 'Teşekkürler,\nAyşe Yılmaz'],
])('%s', (_, text, reply) => {
  expect(splitReply(text).reply).toBe(reply)
})

test.each([
  [`---------- Forwarded message ---------\n${headers}\n\nMakine durdu.`, true],
  [`Bakın:\n\n---------- Forwarded message ---------\n${headers}\n\nMakine durdu.`, false],
  [`##- Lütfen yanıtınızı bu satırın üstüne yazın -##\n${headers}\n\nMakine durdu.`, false],
])('a mail without a text of its own may be a forward: %j is %s', (text, isForward) => {
  const { quote, forwarded, rest } = splitReply(text)
  expect(quote).toBe(`${headers}\n\nMakine durdu.`)
  expect(forwarded).toBe(isForward ? quote : '')
  expect(rest).toContain(quote)
})

test.each([
  'İyi günler,\nMakine durdu',
  'Teknisyeniniz bize şunu yazdı:\nParça yok, iki hafta bekleyin.',
  'Fotoğraf İzmir’den gönderildi.',
  'Test mailimiz Outlook’tan gönderildi.',
  'Saygılarımla,\nAyşe Yılmaz\nSeri no: TZ-2021-00417\nTel: 0 232 000 00 00',
  'Yapılanlar\n--\nFiltre temizlendi ve makine yeniden başlatıldı.',
  'Arayacağınız kişi:\n\nMehmet Kaya\nGSM: 0 532 000 00 00\nmehmet@ornek.example',
  'Makine ne zaman hazır?\nKolay gelsin,\nBekliyorum',
  'Kolay gelsin,\nyarın sabah gelebilir misiniz',
  'Konu: E12\nTarih: bugün\nMakine yine durdu.',
  'Basınç > 90 bar olunca duruyor.',
  'Uyarı: hidrolik sıcaklığı 80 °C',
  'Bu mesaj ekranda çıkıyor: E12',
])('a sentence of the author stays: %s', text => {
  expect(splitReply(text)).toMatchObject({ reply: text, rest: '', quote: '', forwarded: '' })
})

/** Each line that is not blank is in one of the two, and those of each are in their order. */
function expectNothingLost(text: string) {
  const { reply, rest } = splitReply(text)
  const written = (part: string) => readLines(part).filter((line: Line) => !line.isBlank)
  const left = { reply: written(reply), rest: written(rest) }
  const all = written(text).map(line => line.text)
  expect([...left.reply, ...left.rest].map(line => line.text).sort()).toEqual([...all].sort())
  for (const part of [left.reply, left.rest]) {
    let position = -1
    for (const line of part) {
      position = all.indexOf(line.text, position + 1)
      expect(position).toBeGreaterThanOrEqual(0)
    }
  }
}

test('nothing is lost, whatever lines follow each other', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '>',
      '> alıntı',
      '>> alıntı',
      '-- ',
      '--',
      '________________________________',
      'Saygılarımla,',
      'Ayşe Yılmaz',
    ),
    fc.constantFrom(
      'Tel: 0 232 000 00 00',
      'Kimden: a@b.example',
      'Tarih: 12.11.2026',
      'Konu: E12',
      'Kime: c@d.example',
      'şunu yazdı:',
      'Evet.',
    ),
    fc.constantFrom(...rules.map(({ example }) => example)),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 25 }), fc.constantFrom('\n', '\r\n'), (lines, end) =>
      expectNothingLost(lines.join(end)),
    ),
  )
})

test('a text beyond the limit stays in the rest', () => {
  const { reply, rest } = splitReply(`Evet.\n${'satır\n'.repeat(200_000)}son`)
  expect(reply.startsWith('Evet.')).toBe(true)
  expect(rest.endsWith('\nson')).toBe(true)
})

// A regular expression that backtracks would need minutes for one of these.
test.each([
  ['one line of spaces', ' '.repeat(2 ** 20)],
  ['one line of quotes', '>'.repeat(2 ** 20)],
  ['one line of dashes', '-'.repeat(2 ** 20)],
  ['one line of addresses', 'a@b.c <'.repeat(150_000)],
  ['one line of digits', '1.'.repeat(2 ** 19)],
  ['blank lines', '\n'.repeat(2 ** 20)],
  ['quoted lines', '> \n'.repeat(350_000)],
  ['line breaks of both kinds', '\r\n\r'.repeat(350_000)],
  ['headers', 'Kimden: a\n'.repeat(100_000)],
  ['headers between blank lines', 'Kimden: a\n\nTarih: b\n\n'.repeat(40_000)],
  ['closings', 'Saygılarımla,\n'.repeat(75_000)],
  ['unfinished introductions', 'On 12.11.2026 14:03 a@b.example\n'.repeat(32_000)],
  ['introductions without a quote', 'Ayşe şunu yazdı:\n\n'.repeat(55_000)],
  ['signatures', '-- \nAyşe Yılmaz\n> a\n'.repeat(45_000)],
  ['words before a device', 'iPhone '.repeat(150_000)],
  ['words of a notice', `Bu e-posta ${'ve ekleri '.repeat(100_000)}`],
])('%s of a megabyte are read in time', (_, text) => {
  const time = processorTimeOf(() =>
    expect(splitReply(text).rest.length).toBeLessThanOrEqual(text.length + 1),
  )
  expect(time).toBeLessThan(5_000)
})
