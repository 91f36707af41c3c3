import { expect, test } from 'vitest'
import { htmlToText } from './html.ts'
import { splitReply } from './reply.ts'

// How mail programs introduce the quoted mail in the languages of customers: headers of Outlook and
// Samsung Mail, and the sentences of Gmail, Apple Mail, Thunderbird and Yahoo.

const team = 'Destek <destek@ornek.example>'
const customer = 'Client <client@firma.example>'
const question = 'Is the light of the switch on?\n\nIrem'

type Language = {
  /** from, date, to, subject */
  labels: [string, string, string, string]
  /** as Outlook and Samsung Mail put it before the colon */
  space?: string
  date: string
  original: string
  forward: string
  sentences: string[]
}

const languages: Record<string, Language> = {
  french: {
    labels: ['De', 'Envoyé', 'À', 'Objet'],
    space: ' ',
    date: 'jeudi 12 novembre 2026 14:03',
    original: 'Message d’origine',
    forward: 'Début du message transféré :',
    sentences: [
      `Le jeu. 12 nov. 2026 à 14:03, ${team} a écrit :`,
      `Le 12/11/2026 à 14:03, Destek a écrit :`,
      `Le 12 nov. 2026 à 14:03, ${team} a écrit :`,
      `Le jeudi 12 novembre 2026 à 14:03:22 UTC+3, ${team} a écrit :`,
    ],
  },
  spanish: {
    labels: ['De', 'Enviado', 'Para', 'Asunto'],
    date: 'jueves, 12 de noviembre de 2026 14:03',
    original: 'Mensaje original',
    forward: 'Inicio del mensaje reenviado:',
    sentences: [
      `El jue, 12 nov 2026 a las 14:03, Destek (<destek@ornek.example>) escribió:`,
      `El 12/11/2026 a las 14:03, Destek escribió:`,
      `El 12 nov 2026, a las 14:03, ${team} escribió:`,
    ],
  },
  italian: {
    labels: ['Da', 'Inviato', 'A', 'Oggetto'],
    date: 'giovedì 12 novembre 2026 14:03',
    original: 'Messaggio originale',
    forward: 'Inizio messaggio inoltrato:',
    sentences: [
      `Il giorno gio 12 nov 2026 alle ore 14:03 ${team} ha scritto:`,
      `Il 12/11/2026 14:03, Destek ha scritto:`,
      `Il giorno 12 nov 2026, alle ore 14:03, ${team} ha scritto:`,
    ],
  },
  portuguese: {
    labels: ['De', 'Enviado', 'Para', 'Assunto'],
    date: 'quinta-feira, 12 de novembro de 2026 14:03',
    original: 'Mensagem original',
    forward: 'Início da mensagem reencaminhada:',
    sentences: [
      `Em qui., 12 de nov. de 2026 às 14:03, ${team} escreveu:`,
      `Em 12/11/2026 14:03, Destek escreveu:`,
      `${team} escreveu no dia quinta, 12/11/2026 à(s) 14:03:`,
    ],
  },
  dutch: {
    labels: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
    date: 'donderdag 12 november 2026 14:03',
    original: 'Oorspronkelijk bericht',
    forward: 'Begin doorgestuurd bericht:',
    sentences: [
      `Op do 12 nov 2026 om 14:03 schreef ${team}:`,
      `Op 12-11-2026 om 14:03 schreef Destek:`,
      `Op 12 nov 2026 om 14:03 heeft ${team} het volgende geschreven:`,
    ],
  },
  russian: {
    labels: ['От', 'Отправлено', 'Кому', 'Тема'],
    date: '12 ноября 2026 г. 14:03',
    original: 'Исходное сообщение',
    forward: 'Начало переадресованного сообщения:',
    sentences: [
      `чт, 12 нояб. 2026 г. в 14:03, ${team}:`,
      `12.11.2026 14:03, Destek пишет:`,
      `12 нояб. 2026 г., в 14:03, ${team} написал(а):`,
    ],
  },
  arabic: {
    labels: ['من', 'تم الإرسال', 'إلى', 'الموضوع'],
    date: '١٢ نوفمبر ٢٠٢٦ ١٤:٠٣',
    original: 'الرسالة الأصلية',
    forward: 'بداية الرسالة المعاد توجيهها:',
    sentences: [
      `في الخميس، 12 نوفمبر 2026 في 2:03 م تمت كتابة ما يلي بواسطة ${team}:`,
      `في ١٢ نوفمبر ٢٠٢٦، الساعة ١٤:٠٣، كتب ${team}:`,
      `في 12/11/2026 14:03، كتب Destek:`,
    ],
  },
  polish: {
    labels: ['Od', 'Wysłano', 'Do', 'Temat'],
    date: 'czwartek, 12 listopada 2026 14:03',
    original: 'Oryginalna wiadomość',
    forward: 'Początek przekazywanej wiadomości:',
    sentences: [
      `czw., 12 lis 2026 o 14:03 ${team} napisał(a):`,
      `W dniu 12.11.2026 o 14:03, Destek pisze:`,
      `Wiadomość napisana przez ${team} w dniu 12 lis 2026, o godz. 14:03:`,
    ],
  },
  swedish: {
    labels: ['Från', 'Skickat', 'Till', 'Ämne'],
    date: 'den 12 november 2026 14:03',
    original: 'Originalmeddelande',
    forward: 'Vidarebefordrat brev:',
    sentences: [
      `Den tors 12 nov. 2026 kl 14:03 skrev ${team}:`,
      `Den 2026-11-12 kl. 14:03, skrev Destek:`,
      `12 nov. 2026 kl. 14:03 skrev ${team}:`,
    ],
  },
  czech: {
    labels: ['Od', 'Odesláno', 'Komu', 'Předmět'],
    date: 'čtvrtek 12. listopadu 2026 14:03',
    original: 'Původní zpráva',
    forward: 'Začátek přeposílané zprávy:',
    sentences: [
      `čt 12. 11. 2026 v 14:03 odesílatel ${team} napsal:`,
      `Dne 12. 11. 2026 v 14:03 Destek napsal(a):`,
      `12. 11. 2026 v 14:03, ${team}:`,
    ],
  },
  german: {
    labels: ['Von', 'Gesendet', 'An', 'Betreff'],
    date: 'Donnerstag, 12. November 2026 14:03',
    original: 'Ursprüngliche Nachricht',
    forward: 'Anfang der weitergeleiteten Nachricht:',
    sentences: [
      `Am Do., 12. Nov. 2026 um 14:03 Uhr schrieb ${team}:`,
      `Am 12.11.26 um 14:03 schrieb Destek:`,
    ],
  },
  hungarian: {
    labels: ['Feladó', 'Elküldve', 'Címzett', 'Tárgy'],
    date: '2026. november 12., csütörtök 14:03',
    original: 'Eredeti üzenet',
    forward: 'Továbbított levél kezdete:',
    sentences: [
      `${team} ezt írta (időpont: 2026. nov. 12., Cs, 14:03):`,
      `2026. 11. 12. 14:03 keltezéssel, Destek írta:`,
      `2026. nov. 12. dátummal, 14:03 időpontban ${team} írta:`,
    ],
  },
  'a language without rules': {
    labels: ['Gửi từ', 'Ngày', 'Đến', 'Chủ đề'],
    date: '12/11/2026 14:03',
    original: 'Thư gốc',
    forward: '',
    sentences: [`Vào 14:03, 12/11/2026, ${team} đã viết:`],
  },
}

const headersOf = ({ labels: [from, sent, to, subject], space = '', date }: Language) => [
  `${from}${space}: ${team}`,
  `${sent}${space}: ${date}`,
  `${to}${space}: ${customer}`,
  `${subject}${space}: #1001 Pump`,
]
const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const inHtml = (text: string) => escaped(text).replaceAll('\n', '<br>')

const forms = Object.entries(languages).flatMap(([name, language]) => {
  const headers = headersOf(language)
  const bold = headers.map(line => escaped(line).replace(/^.*? ?:/, '<b>$&</b>')).join('<br>')
  return [
    ['Outlook as text', `7 bar\n\n${'_'.repeat(32)}\n${headers.join('\n')}\n\n${question}`],
    ['Outlook on the desktop as text', `7 bar\n\n${headers.join('\n')}\n\n${question}`],
    [
      'Outlook with stars',
      `7 bar\n\n${headers.map(line => line.replace(/^.*? ?:/, '*$&*')).join('\n')}\n\n${question}`,
    ],
    [
      'Samsung Mail',
      `7 bar\n\n-------- ${language.original} --------\n${headers.join('\n')}\n\n${question}`,
    ],
    [
      'Outlook',
      htmlToText(
        `<div>7 bar</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">${bold}</div><div>${inHtml(question)}</div>`,
      ),
    ],
    [
      'Outlook with less of its headers',
      htmlToText(
        `<div>7 bar</div><hr><div id="divRplyFwdMsg">${headers[0]?.split('<')[0]}</div><div>${inHtml(question)}</div>`,
      ),
    ],
    [
      'another program that writes headers into HTML',
      htmlToText(`<div>7 bar</div><div>${bold}</div><div>${inHtml(question)}</div>`),
    ],
    ...language.sentences.flatMap(sentence => [
      ['a sentence before marks', `7 bar\n\n${sentence}\n> ${question.replaceAll('\n', '\n> ')}`],
      [
        'a wrapped sentence before marks',
        `7 bar\n\n${sentence.replace(' Destek', '\nDestek')}\n\n> ${question.replaceAll('\n', '\n> ')}`,
      ],
      ['a sentence without marks', `7 bar\n\n${sentence}\n\n${question}`],
      [
        'a sentence in HTML',
        htmlToText(
          `<div>7 bar</div><div class="gmail_attr">${escaped(sentence)}<br></div><blockquote>${inHtml(question)}</blockquote>`,
        ),
      ],
    ]),
  ].map(([program = '', text = '']) => ({ name, program, text }))
})

test.each(forms)('a reply in $name is read without the quote of $program: $text', ({ text }) => {
  expect(splitReply(text).reply).toBe('7 bar')
})

test.each(Object.entries(languages).filter(([, { forward }]) => forward))(
  'a mail that Apple Mail in %s forwards is what is forwarded',
  (_, language) => {
    const { reply, forwarded } = splitReply(
      `${language.forward}\n\n${headersOf(language).join('\n')}\n\n${question}`,
    )
    expect([reply, forwarded]).toEqual(['', `${headersOf(language).join('\n')}\n\n${question}`])
  },
)

test.each([
  ['Hungarian', ['Feladó', 'Elküldve', 'Címzett', 'Tárgy'], '2026. november 12., csütörtök 14:03'],
  ['Polish', ['Od', 'Wysłano', 'Do', 'Temat'], 'poniedziałek, 12 października 2026 14:03'],
  ['Finnish', ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'], '12. marraskuuta 2026 14.03'],
] as const)(
  'headers of Outlook in %s are known by their date, without an address',
  (_, labels, date) => {
    const values = ['Destek', date, 'Client', '#1001 Pump']
    const headers = labels.map((label, at) => `${label}: ${values[at]}`).join('\n')
    expect(splitReply(`7 bar\n\n${headers}\n\n${question}`).reply).toBe('7 bar')
  },
)
