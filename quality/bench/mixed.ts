import { atMost } from '../../scripts/figures.ts'
import type { Asks, Generator } from './growth.ts'
import { at } from './growth.ts'
import type { Ask } from './load.ts'
import type { Product } from './portal.ts'
import { megabytesOf } from './processes.ts'

/** Of a hundred calls so many are of each kind: eighty read. */
const share: Record<string, number> = {
  'list, team': 20,
  'list, account': 15,
  ticket: 35,
  'search, word': 5,
  'search, serial number': 3,
  'search, company': 2,
  reply: 15,
  create: 5,
}

/**
 * Sixteen people who do what people do, for so many seconds. An answer other than 200 breaks it off. They write to so many tickets that
 * no conversation grows long meanwhile: that would be other work in the end than in the beginning.
 */
export async function measureMixed({ port, process: { pid } }: Product, generator: Generator, asks: Asks, seconds: number) {
  const mix = Object.entries(share).flatMap(([call, times]) => Array.from({ length: times * 200 }, (_, i) => nth(asks[call] ?? [], i)))
  for (let i = mix.length - 1; i > 0; i--) {
    const other = (i * 48271) % (i + 1) // the same order each time
    ;[mix[i], mix[other]] = [mix[other] as Ask, mix[i] as Ask]
  }
  const work = () => generator.ask({ port, connections: 16, seconds, asks: mix })
  await warmUp(pid, work)
  const memory: number[] = []
  const watch = setInterval(() => memory.push(megabytesOf(pid)), 250)
  const { times, perSecond } = await work()
  clearInterval(watch)
  const sorted = times.toSorted()
  const [p50, p99] = [at(sorted, 0.5), at(sorted, 0.99)]
  const third = Math.floor(memory.length / 3)
  const [before, after] = [median(memory.slice(0, third)), median(memory.slice(-third))]
  return {
    promised: [
      atMost(10, `mixed, 16 connections, ${seconds} s, a fifth of it changes: p99 over p50`, p99 / p50),
      atMost(1.1, 'mixed: memory of the last third over that of the first', after / before),
    ],
    figures: { perSecond, p50, p99, answers: times.length, megabytes: { before, after } },
  }
}

/** Works until the process has taken the memory that this work takes, as it does in steps: until it has taken no more for as long as it is measured. */
async function warmUp(pid: number, work: () => Promise<unknown>) {
  let before = 0
  for (let time = 0; time < 5; time++) {
    await work()
    const now = megabytesOf(pid)
    if (now <= before * 1.02) return
    before = now
  }
}

const nth = (asks: Ask[], i: number) => asks[(i * 31) % asks.length] as Ask
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
