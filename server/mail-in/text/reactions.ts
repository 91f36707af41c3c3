import { fold } from '#contract/text/turkish.ts'
import type { Rule } from './lines.ts'

/** A mail of a reaction has one sentence: a name, then
 * these words, of which accents are removed. */
const rule = (name: string, words: string, example: string): Rule => ({
  name,
  pattern: new RegExp(`^\\S.{0,100}? ?(?:${fold(words)}) ?:?$`),
  example,
})

export const reactionRules: readonly Rule[] = [
  rule(
    'Outlook in English',
    '(?:has )?reacted(?: with)? to your (?:message|e-?mail)',
    'Callum Reid reacted to your message:',
  ),
  rule(
    'Outlook in Turkish',
    '(?:ileti|mesaj|e-?posta)(?:n[ia]z[ae]|n[iıe]ze|nıza|nize|na|ne|ınıza|inize|ına|ine)(?: ile)? (?:tepki (?:verdi|gönderdi)|ifade bıraktı)',
    'Ayşe Yılmaz iletinize tepki verdi:',
  ),
  rule(
    'Outlook in German',
    'hat(?: mit)? auf (?:ihre|deine|eure) (?:nachricht|e-?mail)(?: mit)? reagiert|(?:hat )?reagierte?(?: mit)? auf (?:ihre|deine|eure) (?:nachricht|e-?mail)',
    'Callum Reid hat auf Ihre Nachricht reagiert:',
  ),
  rule(
    'Outlook in French',
    'a réagi(?: avec| par)? à (?:votre|ton) (?:message|e-?mail|courriel|courrier)',
    'Callum Reid a réagi à votre message :',
  ),
  rule(
    'Outlook in Spanish',
    '(?:ha reaccionado|reaccionó)(?: con)? a (?:su|tu|vuestro) (?:mensaje|correo(?: electrónico)?)',
    'Callum Reid ha reaccionado a su mensaje:',
  ),
  rule(
    'Outlook in Italian',
    'ha reagito(?: con)? (?:al (?:tuo|suo|vostro) messaggio|alla (?:tua|sua|vostra) e-?mail)',
    'Callum Reid ha reagito al tuo messaggio:',
  ),
  rule(
    'Outlook in Portuguese',
    'reagiu(?: com)? (?:à|a|ao) (?:sua|tua|seu|teu) (?:mensagem|e-?mail)',
    'Callum Reid reagiu à sua mensagem:',
  ),
  rule(
    'Outlook in Dutch',
    '(?:heeft gereageerd|reageerde)(?: met)? op (?:je|jouw|uw) (?:bericht|e-?mail)|heeft(?: met)? op (?:je|jouw|uw) (?:bericht|e-?mail)(?: met)? gereageerd',
    'Callum Reid heeft gereageerd op uw bericht:',
  ),
  rule(
    'Outlook in Russian',
    '(?:от|про)?реагировал(?:а|\\(-?а\\))?(?: с помощью)? на (?:ваше|твоё) (?:сообщение|письмо)',
    'Анна Иванова отреагировала на ваше сообщение:',
  ),
  rule('Outlook in Arabic', 'تفاعلت? مع رسالتك', 'أحمد علي تفاعل مع رسالتك:'),
  {
    name: 'Outlook in Arabic, with the verb before the name',
    pattern: new RegExp(fold('^(?:لقد |قام )?(?:تفاعلت?|بالتفاعل) .{1,100} مع رسالتك ?:?$')),
    example: 'لقد تفاعل أحمد علي مع رسالتك:',
  },
  rule(
    'Outlook in Polish',
    'zareagował(?:a|\\(a\\))?(?: za pomocą)? na (?:twoją|pana|pani|państwa) wiadomość',
    'Jan Kowalski zareagował(a) na Twoją wiadomość:',
  ),
  rule(
    'Outlook in Swedish, Danish and Norwegian',
    '(?:reagerade|reagerede|reagerte|har (?:reagerat|reageret|reagert))(?: med)? på (?:ditt|din|dit|ert|er) (?:meddelande|meddelelse|besked|melding|e-?post(?:meddelande)?|mail|mejl)',
    'Callum Reid reagerade på ditt meddelande:',
  ),
  rule(
    'Outlook in Czech',
    '(?:za)?reagoval(?:a|\\(a\\))?(?: pomocí)? na (?:vaši|tvou|tvoji) (?:zprávu|e-?mail)',
    'Callum Reid zareagoval(a) na vaši zprávu:',
  ),
  rule(
    'Gmail in any of these languages',
    `(?:(?:has )?reacted|hat reagiert|hat|a réagi|ha reaccionado|reaccionó|ha reagito|reagiu|heeft gereageerd|heeft|(?:от|про)?реагировал(?:а|\\(-?а\\))?|تفاعلت?|zareagował(?:a|\\(a\\))?|reagerade|har reagerat|(?:za)?reagoval(?:a|\\(a\\))?) ` +
      '(?:via|über|mit|using|through|depuis|avec|mediante|con|desde|a través de|tramite|da|pelo|via o|através do|met|через|в|с помощью|عبر|من خلال|باستخدام|przez|za pomocą|w|med|i|přes|pomocí|prostřednictvím|v) ' +
      'gmail(?:a|em|u)?(?: (?:reagiert|gereageerd))?',
    '👍 Callum Reid reacted via Gmail',
  ),
  rule(
    'Gmail in Turkish',
    "gmail(?:'?(?:den|dan|de|le))?(?: (?:üzerinden|aracılığıyla|ile|uygulamasından))? (?:tepki (?:verdi|gönderdi)|ifade bıraktı)",
    'Callum Reid Gmail üzerinden tepki verdi',
  ),
]

/** Of a reaction as text: emoji and addresses of pictures; `names` are those that Outlook gives. */
const pictures =
  /\[[^\]]{0,300}\]|[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u20e3/gu
const names = new Set(
  'like heart celebrate laugh surprised sad beğen kalp kutla gül şaşırdı üzgün j’aime cœur'
    .split(' ')
    .map(fold),
)

/** Whether a mail says that someone reacted, and nothing else. */
export function isReaction(text: string): boolean {
  if (text.length > 1_000) return false
  const lines = text
    .replace(pictures, ' ')
    .split('\n')
    .map(fold)
    .filter(line => line !== '' && !names.has(line))
  const said = lines.join(' ')
  return reactionRules.some(({ pattern }) => pattern.test(said))
}
