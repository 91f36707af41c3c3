import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Thread = { title: string; messages: string[] }

const folder = join(import.meta.dirname, '../../../shared/data/tickets')
const files = ['machine_support_threads_tr_written.jsonl', 'ubuntu_irc_support_threads_en.jsonl']

/** Real support threads where `../shared/data` exists, else a few
 * of our own; each is repeated or cut to `length` messages. */
export function readThreads(length: number): { threads: Thread[]; real: boolean } {
  const real = files.every(file => existsSync(join(folder, file)))
  const threads = real
    ? files.flatMap(file =>
        readFileSync(join(folder, file), 'utf8').trim().split('\n').map(threadOf),
      )
    : ownThreads
  return {
    threads: threads.map(({ title, messages }) => ({
      title: sanitize(title, 200),
      messages: repeatTo(messages, length).map(message => sanitize(message, 10_000)),
    })),
    real,
  }
}

function threadOf(line: string): Thread {
  const { title, conversation } = JSON.parse(line) as {
    title: string
    conversation: { message: string }[]
  }
  return { title, messages: conversation.map(({ message }) => message) }
}

/** As the product stores it: without control characters, trimmed. */
const sanitize = (text: string, maxLength: number) =>
  text
    .slice(0, maxLength)
    .replace(/\p{C}+/gu, ' ')
    .trim()

const repeatTo = (messages: string[], length: number) =>
  Array.from({ length }, (_, i) => messages[i % messages.length] as string)

const ownThreads: Thread[] = [
  {
    title: 'İş mili on dakikada ısınıyor',
    messages: [
      'Sabahtan beri iş mili on dakikada ısınıyor, üretim durdu.',
      'Yağ seviyesine ve filtreye bakar mısınız?',
      'Filtre tıkalıymış, değiştirdik; şimdi soğuk.',
    ],
  },
  {
    title: 'Abkant preste E12 alarmı',
    messages: [
      'Açılışta E12 alarmı veriyor, arka dayama referansa gitmiyor.',
      'X ekseninin limit sensörü yanıyor mu?',
      'Sönük. Fotoğrafı ekte.',
      'Kablosu kopmuş olmalı, bugün yedeğini gönderiyoruz.',
    ],
  },
  {
    title: 'Coolant pump trips the breaker',
    messages: [
      'The coolant pump trips its breaker after a minute.',
      'Please measure the three phases while it starts.',
      'L2 is 4 A higher than the others.',
      'Then the winding is gone: we ship a new pump today.',
    ],
  },
]
