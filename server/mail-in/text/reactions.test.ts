import { expect, test } from 'vitest'
import { processorTimeOf } from '#testing/processor-time.ts'
import { isReaction, reactionRules } from './reactions.ts'

test.each([
  ...reactionRules.map(({ example }) => example),
  'Işıl mesajınıza tepki gönderdi',
  'Işıl Gmail ile ifade bıraktı',
  'Callum Reid hat mit 👍 auf Ihre Nachricht reagiert.'.slice(0, -1),
  'Callum Reid hat über Gmail reagiert',
  'Jean-Luc Côté a réagi avec ❤️ à votre message :',
  'Jean-Luc Côté a réagi via Gmail',
  'María Núñez reaccionó con 😂 a tu mensaje',
  'María Núñez ha reaccionado mediante Gmail',
  'Gina Rossi ha reagito tramite Gmail',
  'João Silva reagiu pelo Gmail',
  'Jan de Vries heeft op uw bericht gereageerd:',
  'Jan de Vries heeft gereageerd via Gmail',
  'Иван Петров отреагировал на ваше сообщение',
  'Иван Петров отреагировал(а) через Gmail',
  'سارة تفاعلت مع رسالتك',
  'تفاعل أحمد مع رسالتك',
  'Anna Nowak zareagowała na Państwa wiadomość:',
  'Åsa Öberg har reagerat på ditt meddelande:',
  'Jana Nováková zareagovala na vaši zprávu:',
])('a mail "%s" is a reaction, with its emoji before, behind or below', text => {
  for (const one of [
    text,
    `[https://res.cdn.office.net/like.png] ${text}`,
    `👍 ${text}`,
    `${text} 👍🏽`,
    `${text}\n\n❤️`,
    `${text}\n\nLike`,
  ])
    expect([one, isReaction(one)]).toEqual([one, true])
})

test.each([
  'Işıl iletinize tepki verdi: makine yine durdu.',
  'Ayşe reacted to your message:\nthe machine stopped again',
  'Callum Reid hat auf Ihre Nachricht reagiert:\n\n👍 Die Pumpe läuft wieder',
  'Die Pumpe hat nicht auf den Schalter reagiert',
  'Unser Postfach reagiert nicht mehr auf Gmail',
  "La machine n'a pas réagi 😡",
  'La pompe a réagi à 7 bar',
  'Машина не реагирует на кнопку 👎',
  'Tepki yok 👎',
  '👍',
  'Tamam',
  '',
])('what someone wrote is no reaction: %j', text => {
  expect(isReaction(text)).toBe(false)
})

test('a long text is read in time', () => {
  const time = processorTimeOf(() => {
    for (const text of ['hat auf ', 'a reagi ', '👍', '[', 'x '])
      isReaction(text.repeat(Math.floor(1_000 / text.length)))
  })
  expect(time).toBeLessThan(500)
})
