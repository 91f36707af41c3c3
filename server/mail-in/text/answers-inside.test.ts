import { expect, test } from 'vitest'
import { processorTimeOf } from '#testing/processor-time.ts'
import { answersInside } from './answers-inside.ts'

const question = `Merhaba,

Lütfen şunları kontrol edin:
1. Bölge 2 fişi yerinde mi?
2. Hangi bölge kırmızı?
3. Kesinti oldu mu?

Hüseyin Demir`
const own = 'Makine ısınmıyor.\n\nHüseyin Demir gelsin.'

/** As the portal's mail quotes messages, without marks. */
const quoteOf = (text: string) => `Gönderen: Destek
Konu: #1202 Makine ısınmıyor

Merhaba Mehmet,
Hüseyin Demir yazdı · 27 Kasım 2026 22:02
${text}
Bu e-postayı yanıtlayarak yazabilirsiniz.
Önceki mesajlar
Mehmet Güneş yazdı · 27 Kasım 2026 21:02
${own}
Bildirim ayarları`

test.each([
  ['nothing', question, ''],
  [
    'answers behind the questions',
    question.replace('yerinde mi?', 'yerinde mi? EVET').replace('kırmızı?', 'kırmızı? 3. bölge'),
    '> 1. Bölge 2 fişi yerinde mi?\nEVET\n\n> 2. Hangi bölge kırmızı?\n3. bölge',
  ],
  [
    'answers below the questions',
    question.replace('yerinde mi?', 'yerinde mi?\nEvet,\nyerinde.\n'),
    '> 1. Bölge 2 fişi yerinde mi?\nEvet,\nyerinde.',
  ],
  [
    'an answer above the name below',
    question.replace('oldu mu?', 'oldu mu?\n\nHayır'),
    '> 3. Kesinti oldu mu?\nHayır',
  ],
])('of a quote into which someone wrote %s', (_, quoted, answers) => {
  expect(answersInside(quoteOf(quoted), [own, question])).toBe(answers)
})

test('an answer below the last line of a message is read, which the next lines of the mail end', () => {
  const asked = 'Basınç kaç bar?\nŞalter ne kadar kapalıydı?'
  const quoted = quoteOf(`${asked}\nİki saat kapalıydı.`)
  const answer = '> Şalter ne kadar kapalıydı?\nİki saat kapalıydı.'
  expect(answersInside(quoted, [asked])).toBe(answer)
  expect(answersInside(quoted, [own, asked])).toBe(answer)
  expect(answersInside(quoteOf(`Teşekkürler\nBaşka bir metin`), ['Teşekkürler'])).toBe('')
})

test('what a quote has of no message is no answer', () => {
  expect(answersInside(quoteOf(question), [])).toBe('')
  expect(answersInside(quoteOf(question), ['Başka bir mesaj'])).toBe('')
  expect(answersInside(`${own}\n${own}`, [own, own])).toBe('')
})

test('an address that HTML adds to a link is no answer', () => {
  const link = 'Kılavuz: https://ornek.example/k.pdf'
  const quote = `${link} <https://eur05.safelinks.example/?url=x>\nİyi çalışmalar`
  expect(answersInside(quote, [`${link}\nİyi çalışmalar`])).toBe('')
})

test('an answer is read once, although a later mail quotes the one that has it', () => {
  const quoted = quoteOf(question.replace('yerinde mi?', 'yerinde mi? EVET'))
  const answer = answersInside(quoted, [question])
  expect(answersInside(quoted, [answer, question])).toBe('')
})

test('a long quote is read in time', () => {
  const long = 'Evet\n'.repeat(2_000)
  expect(processorTimeOf(() => answersInside(long, Array(20).fill(long)))).toBeLessThan(2_000)
})
