import { expect, test } from 'vitest'
import { processorTimeOf } from '#testing/processor-time.ts'
import { elementDivider } from './dividers.ts'
import { splitReply } from './reply.ts'

// What an author wrote in a reply to the portal, though it looks like a quote or a signature.

const asked = [
  'Please measure the pressure of the compressor and write it to us together with the oil level',
  'How long was the main switch off',
  'Regards',
]
const [first = '', second = ''] = asked
const messages = ['Mil ısınıyor', asked.join('\n')]
const addresses = ['portal@ornek.example']
const sender = { name: 'Işıl Yılmaz', address: 'isil@firma.example' }
const wrote = 'On Sun, Nov 29, 2026 at 12:03 PM Team <destek@ornek.example> wrote:'
const wroteFromPortal = wrote.replace('destek@', 'portal@')
const marked = (...lines: string[]) => lines.map(line => `> ${line}`.trimEnd()).join('\n')
const quote = `\n\n${wrote}\n${marked(...asked)}`

const framed = (...message: string[]) =>
  marked(
    'Satıcı',
    '',
    'Merhaba Işıl,',
    '',
    '#1001 Mil ısınıyor',
    'Makine: E12',
    '',
    'Ayşe Yılmaz yazdı · 29 Kasım 2026 12:02 GMT+3',
    ...message,
    '',
    'Bu e-postayı yanıtlayarak yazabilirsiniz; metniniz ve ekleriniz talebe',
    'eklenir.',
    '',
    'Talebi aç: https://ornek.example/tickets/1',
    '',
    'Bu e-postayı, bu talepte yer aldığınız için aldınız.',
    'Bildirim ayarları',
  )

const replyTo = (text: string, keepsDoubtful = true) =>
  splitReply(text, { sender, answered: { messages, addresses, keepsDoubtful } }).reply

test.each([
  'Bu e-postanın ekinde gizli çizimler var, lütfen kişiye özel tutun.\n\nAsıl soru: pompa neden duruyor?',
  'Merhaba,\n\nBu e-postanın ekinde gizli çizimler var, lütfen kişiye özel tutun.',
  'This message is confidential: the drawing is intended only for you.\n\nThe pump still stops.',
  'Gizlilik notu: çizimi paylaşmayın. Pompa neden duruyor?',
  'Yarın gelirseniz sahadaki arkadaşımızı arayın.\n\nMehmet Demir\nTel: 0532 000 00 00\nmehmet@firma.example',
  'Mehmet Bey yarın sahada.\n\nMehmet Demir\nTel: 0532 000 00 00\nmehmet@firma.example',
  'Call the operator on site.\n\nMehmet Demir\nTel: 0532 000 00 00\nmehmet@firma.example',
  'Beni arayın.\n\nIşıl Yılmaz\nTel: 0532 000 00 00\nisil@firma.example',
  'Kapıda sorun.\n\nHasan Kaya\nTel: 0532 000 00 00\nhasan@firma.example',
  'Ayarlar:\n> 12 bar\n> 40 C',
  'Operatör şunu yazdı:\n> E-204 yük\n> motor durdu',
  'Le manuel a écrit :\n> E-204 surcharge',
  '---- Original Message ----\nFrom: PLC\nTo: HMI\nDate: 12.11.2026 14:03\nSubject: E-204\n\nHow do I delete it?\n\nRegards',
  'Ayarlar:\n\n> 12 bar\n\n> 40 C\n\nBaşka ne ölçelim?',
  'The screen says:\n---- Original Message ----\nE-204\nHow do I delete it?',
  'The screen says:\n---- Mesaj: E-204 ----\nSıcaklık: 80\nHow do I delete it?',
  'The log:\n12.11.2026 14:03 alarm mail to <ops@firma.example>:\nE-204 sent',
  'The log:\n2026-11-12 14:03:22 <plc@firma.example>:\nE-204\n2026-11-12 14:04:22 <plc@firma.example>:\nE-205',
  'Şunu taşıdık:\nFrom: Hat 1\nTo: Hat 2\nDate: 12.11.2026 14:03\nSubject: pompa\nSonra durdu.',
  'The machine mails this:\nFrom: plc@firma.example\nTo: isil@firma.example\nDate: 12.11.2026 14:03\nSubject: E-204\n\nIt says so each hour.',
  'Model: E12\nMail: isil@firma.example\nTarih: 12.11.2026 14:03\nBasınç: 7 bar\nDurum: kapalı\n\nNe yapalım?',
  'Ekrandaki rapor:\nKimden: Hat 1\nTarih: 12.11.2026 14:03\nKime: Hat 2\nKonu: alarm\n\nBunu nasıl kapatırız?',
  '12.11.2026 14:03 tarihinde servisiniz (servis@ornek.example) bana şunu yazdı:\nParametre 12 yi 40 yapın.\nYaptım, yine durdu.',
])('stays whole, alone and above a quote: %s', text => {
  expect(replyTo(text)).toBe(text)
  expect(replyTo(text + quote)).toBe(text)
  expect(replyTo(`${text}\n\n${wroteFromPortal}\n${framed(...asked)}`)).toBe(text)
})

const notice = `YASAL UYARI: ${'Bu e-posta ve ekleri kişiye özeldir. '.repeat(5)}`
const supplier = `From: Can Usta <can@tedarik.example>
Sent: 28.11.2026 09:15
To: Işıl <isil@firma.example>
Subject: Kayış

Parça pazartesi geliyor, stok kodu 4711.`
test.each([
  `Aşağıda.\n\nSaygılarımla,\nIşıl Yılmaz\n\n${notice}\n\n${supplier}`,
  `Bilginize\n\n-- \nIşıl Yılmaz\nTel: 0532 000 00 00\n\n---------- Forwarded message ---------\n${supplier}`,
  `Bilginize\n\n${supplier}\nTedarik A.Ş. · Kuruluş 1984\nUnsubscribe | Abonelikten çık\nrep+reply+12@github.example`,
])('the mail of somebody else stays below the own signature: %s', text => {
  expect(replyTo(text)).toContain('stok kodu 4711.')
  expect(replyTo(text + quote)).toContain('stok kodu 4711.')
})

test('the mail of somebody else stays where its HTML says that it is quoted, and our own goes', () => {
  const below = (mail: string) => `Aşağıda.\n\n${elementDivider}\n${mail}`
  expect(replyTo(below(supplier))).toBe(`Aşağıda.\n\n${supplier}`)
  expect(splitReply(below(supplier)).unanswered).toBe(`Aşağıda.\n\n${supplier}`)
  expect(replyTo(below(supplier.replace('can@tedarik', 'portal@ornek')))).toBe('Aşağıda.')
  expect(replyTo(below(asked.join('\n')))).toBe('Aşağıda.')
})

test.each([
  [
    'on marked lines above',
    marked('Hello,', '', 'the pressure is 7 bar', '', ...asked),
    'Hello,\n\nthe pressure is 7 bar',
  ],
  [
    'on a marked line between',
    marked(first, '7 bar', second, 'two hours', 'Regards'),
    `> ${first}\n7 bar\n> ${second}\ntwo hours`,
  ],
  ['on a marked line below', marked(...asked, '', '7 bar'), `> Regards\n\n7 bar`],
  [
    'on the line of the question',
    marked(first, `${second} two hours`, 'Regards'),
    `> ${second}\ntwo hours`,
  ],
  [
    'between marked lines that a program wrapped',
    `${marked('Please measure the pressure of the compressor and write it to', 'us together with the oil level', '7 bar', ...asked.slice(1))}`,
    '> Please measure the pressure of the compressor and write it to\n> us together with the oil level\n7 bar',
  ],
  ['below the quote', `${marked(...asked)}\n\n7 bar`, '7 bar'],
  ['nothing', marked(...asked), ''],
  [
    'nothing, with a mark at the wrapped lines',
    marked(
      'Please measure the pressure of',
      'the compressor and write it',
      'to us together with the oil level',
    ),
    '',
  ],
])('an answer is found %s', (_, quoted, reply) => {
  expect(replyTo(`${wrote}\n${quoted}`)).toBe(reply)
})

test.each([
  ['nothing', asked, ''],
  ['above it', ['Merhaba, 7 bar', '', ...asked], 'Merhaba, 7 bar'],
  ['in it', [first, '7 bar', second, 'Regards'], `> ${first}\n7 bar`],
  ['below it', [...asked, '7 bar'], '> Regards\n7 bar'],
])(
  "of the portal's own mail that is quoted with a message and %s, the frame is no text",
  (_, message, reply) => {
    expect(replyTo(`${wrote}\n${framed(...message)}`)).toBe(reply)
    expect(replyTo(`Tamam.\n\n${wrote}\n${framed(...asked)}`)).toBe('Tamam.')
    expect(replyTo(`Tamam.\n\n${wrote}\n${framed(...asked)}`, false)).toBe('Tamam.')
  },
)

test('a list stays above and below the quote of a mail, whose other marked lines do not', () => {
  expect(replyTo(`Ayarlar:\n> 12 bar\n> 40 C${quote}`)).toBe('Ayarlar:\n> 12 bar\n> 40 C')
  expect(replyTo(`${quote}\n\nAyarlar:\n> 12 bar\n> 40 C`)).toBe('Ayarlar:\n> 12 bar\n> 40 C')
  expect(replyTo(`Tamam.\n\n${marked(...asked)}`)).toBe('Tamam.')
  const pasted = 'On Sun, Nov 29, 2026 at 9:00 AM Op <op@firma.example> wrote:\n> It shows E-204'
  expect(replyTo(`See:\n\n${pasted}${quote}`)).toBe(`See:\n\n${pasted}`)
  expect(replyTo(`Tamam.\n\n${wrote}\n> an older text of ours`)).toBe('Tamam.')
})

test('a quote without marks ends the text where it has a message or what only the mails of the portal have', () => {
  const headers =
    'From: Team <destek@ornek.example>\nSent: 29.11.2026 12:03\nTo: Işıl <isil@firma.example>\nSubject: pump'
  expect(replyTo(`7 bar\n\n${headers}\n\n${asked.join('\n')}`)).toBe('7 bar')
  const title = '-------- Message d’origine --------'
  expect(replyTo(`7 bar\n\n${title}\n${headers}\n\n${asked.join('\n')}`)).toBe('7 bar')
  expect(replyTo(`7 bar\n\n${headers.replace('destek@', 'portal@')}\n\nNews`)).toBe('7 bar')
  expect(replyTo(`7 bar\n\n${headers}\n\nhttps://ornek.example/unsubscribe?token=a.b`)).toBe(
    '7 bar',
  )
  expect(replyTo(`7 bar\n\n${headers.replace('pump', '[Ornek] #1001 Mil')}\n\nDurum: kapalı`)).toBe(
    '7 bar',
  )
  expect(replyTo(`7 bar\n\n${wrote}\n\n${asked.join('\n')}`)).toBe('7 bar')
  const list =
    'From: plc@firma.example\nTo: ops@firma.example\nDate: 12.11.2026 14:03\nSubject: E-204'
  expect(replyTo(`${list}\n\nWhy?\n\n${headers}\n\n${asked.join('\n')}`)).toBe(`${list}\n\nWhy?`)
  expect(replyTo(`See below.\n\n${headers}\n\nThe operator: E-204`)).toContain(
    'The operator: E-204',
  )
})

test("the team's quotes go also where nothing of them is known", () => {
  const headers =
    'From: Team <destek@ornek.example>\nSent: 29.11.2026 12:03\nTo: Işıl <isil@firma.example>\nSubject: pump'
  expect(replyTo(`Tamam.\n\n${headers}\n\nAn internal note`, false)).toBe('Tamam.')
  expect(replyTo(`${wrote}\n${marked('An internal note', ...asked)}`, false)).toBe('')
  expect(replyTo('Tamam.\n\n> An internal note', false)).toBe('Tamam.')
  const below = framed(...asked, '7 bar')
  expect(replyTo(`Cevaplar aşağıda.\n\n${wrote}\n${below}`, false)).toBe(
    'Cevaplar aşağıda.\n\n> Regards\n7 bar',
  )
})

test.each([
  'Saygılarımla,\nIşıl Yılmaz\nTel: 0 232 000 00 00\n\nBu e-posta ve ekleri gizlidir, kişiye özeldir.',
  'Işıl Yılmaz\nTel: 0 232 000 00 00\nisil@firma.example\n\nThis e-mail is confidential and intended only for its addressee.',
  'This e-mail and its attachments are confidential and intended solely for the addressee.',
  'Saygılarımla,\n\nBu e-posta ve ekleri gizlidir, kişiye özeldir.',
  `YASAL UYARI: ${'Bu e-posta ve ekleri kişiye özeldir. '.repeat(5)}`,
])('a notice at the end, and the signature above it, is no text: %s', notice => {
  expect(replyTo(`7 bar\n\n${notice}${quote}`).replace(/\n\nSaygılarımla,$/, '')).toBe('7 bar')
})

test.each([
  ['marked lines', '> a b c\n'.repeat(80_000)],
  ['marked lines of a message', `${marked(...asked)}\n`.repeat(4_000)],
  ['headers', 'From: a@b.example\nDate: 12.11.2026 14:03\nTo: b\nSubject: c\n\n'.repeat(5_000)],
  ['elements that say where a quote begins', `${elementDivider}\n`.repeat(8_000)],
  ['sentences', `${wrote}\n\nx\n`.repeat(4_000)],
  ['names and contacts', 'Mehmet Demir\nTel: 0532 000 00 00\nm@b.example\n\n'.repeat(6_000)],
])('%s are compared in time', (_, text) => {
  const long = Array(20).fill('a b c '.repeat(1_500))
  const answered = { messages: [...long, ...messages], addresses, keepsDoubtful: true }
  expect(processorTimeOf(() => splitReply(text, { sender, answered }))).toBeLessThan(5_000)
})
