import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What people write: a title, and as many messages as a ticket is to have. */
export type Thread = { title: string; messages: string[] }

const folder = join(import.meta.dirname, '../../../shared/data/tickets')
const files = ['machine_support_threads_tr_written.jsonl', 'ubuntu_irc_support_threads_en.jsonl']

/** Real support threads where the folder `../shared/data` is there, else a handful of our own; each with `length` messages. */
export function readThreads(length: number): { threads: Thread[]; real: boolean } {
  const real = files.every(file => existsSync(join(folder, file)))
  const threads = real ? files.flatMap(file => readFileSync(join(folder, file), 'utf8').trim().split('\n').map(threadOf)) : written
  return {
    threads: threads.map(({ title, messages }) => ({
      title: acceptable(title, 200),
      messages: repeated(messages, length).map(message => acceptable(message, 10_000)),
    })),
    real,
  }
}

function threadOf(line: string): Thread {
  const { title, conversation } = JSON.parse(line) as { title: string; conversation: { message: string }[] }
  return { title, messages: conversation.map(({ message }) => message) }
}

/** As the product takes and keeps it: without control characters, trimmed. */
const acceptable = (text: string, most: number) =>
  text
    .slice(0, most)
    .replace(/\p{C}+/gu, ' ')
    .trim()

const repeated = (messages: string[], length: number) => Array.from({ length }, (_, i) => messages[i % messages.length] as string)

const written: Thread[] = [
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
