import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../testing/fakeBrowser.ts'
import { tickets } from '#contract/tickets.ts'
import { CallError } from '../data/api.ts'
import { isLive } from '../data/live.ts'
import { queryClient } from '../data/queries.ts'
import { applyEvent, stopLive } from './applyEvent.ts'

const tab = { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} }
vi.stubGlobal('document', tab)

beforeEach(() => {
  // not `performance`, which would begin anew in each test
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  tab.visibilityState = 'visible'
  applyEvent({ kind: 'ready', isComplete: true, within: 0 })
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/** A query on screen, whose requests are answered by hand. */
function show(params: object, path: string = tickets.get.path) {
  const answers: ((data: string) => void)[] = []
  const queryFn = () => new Promise<string>(resolve => answers.push(resolve))
  const observer = new QueryObserver(queryClient, {
    queryKey: [path, { params }],
    queryFn,
    staleTime: 0,
  })
  observer.subscribe(() => {})
  const answer = async (at: number, data: string) => {
    answers[at]?.(data)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { answers, answer, data: () => observer.getCurrentResult().data }
}

test('a ticket that changes while it is loaded for the first time is fetched again', async () => {
  const [ticket, other] = [show({ ticket: 'T1' }), show({ ticket: 'T2' })]
  applyEvent({ kind: 'ticket', ticket: 'T1', company: 'C1' })
  await vi.advanceTimersByTimeAsync(1_000)
  for (const each of [ticket, other]) await each.answer(0, 'before the change')
  expect([ticket.answers.length, other.answers.length]).toEqual([2, 1])
  await ticket.answer(1, 'after it')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([ticket.data(), ticket.answers.length]).toEqual(['after it', 2])
})

test('a list that is fetched more slowly than it changes is shown meanwhile, and at the end as it is', async () => {
  let [change, requests] = [0, 0]
  const queryFn = () => {
    const version = change
    requests++
    return new Promise<number>(resolve => setTimeout(() => resolve(version), 1_000))
  }
  const observer = new QueryObserver(queryClient, { queryKey: [tickets.list.path, {}], queryFn })
  observer.subscribe(() => {})
  const shown: unknown[] = []
  for (; change < 10; change++) {
    applyEvent({ kind: 'ticket', ticket: 'T1', company: 'C1' })
    await vi.advanceTimersByTimeAsync(400)
    shown.push(observer.getCurrentResult().data)
  }
  expect(shown.slice(5)).not.toContain(undefined)
  expect(new Set(shown).size).toBeGreaterThan(3)
  applyEvent({ kind: 'ticket', ticket: 'T1', company: 'C1' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(observer.getCurrentResult().data).toBe(10)
  expect(requests).toBeLessThanOrEqual(7)
})

test('the ticket on screen is fetched as soon as its event arrives, lists a moment later, and each once', async () => {
  const [ticket, list] = [show({ ticket: 'T1' }), show({}, tickets.list.path)]
  await vi.advanceTimersByTimeAsync(1_000)
  for (const each of [ticket, list]) await each.answer(0, 'before')
  applyEvent({ kind: 'ticket', ticket: 'T1', company: 'C1' })
  await vi.advanceTimersByTimeAsync(0)
  expect([ticket.answers.length, list.answers.length]).toEqual([2, 1])
  await ticket.answer(1, 'after')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([ticket.answers.length, list.answers.length, ticket.data()]).toEqual([2, 2, 'after'])
})

test('a fetch that fails after an event is repeated each ten seconds until the server answers it', async () => {
  let answer: () => Promise<string> = async () => 'before'
  let requests = 0
  const observer = new QueryObserver(queryClient, {
    queryKey: [tickets.get.path, { params: { ticket: 'T1' } }],
    queryFn: () => {
      requests++
      return answer()
    },
  })
  const unsubscribe = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  answer = () => Promise.reject(new CallError(503))
  applyEvent({ kind: 'ticket', ticket: 'T1', company: 'C1' })
  await vi.advanceTimersByTimeAsync(20_000)
  expect([observer.getCurrentResult().data, requests > 4]).toEqual(['before', true])
  answer = async () => 'after'
  await vi.advanceTimersByTimeAsync(11_500)
  expect(observer.getCurrentResult().data).toBe('after')
  const until = requests
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toBe(until)

  answer = () => Promise.reject(new CallError(404))
  applyEvent({ kind: 'ticket', ticket: 'T1', company: 'C1' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toBe(until + 1)
  answer = () => Promise.reject(new CallError(503))
  applyEvent({ kind: 'ticket', ticket: 'T1', company: 'C1' })
  await vi.advanceTimersByTimeAsync(5_000)
  unsubscribe()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toBe(until + 4)
})

test('where the stream breaks, a page refetches within ten seconds, unless the stream is back or the page is hidden', async () => {
  const ticket = show({ ticket: 'T1' })
  await ticket.answer(0, 'one')
  stopLive()
  applyEvent({ kind: 'ready', isComplete: true, within: 0 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ticket.answers.length).toBe(1)
  stopLive()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([isLive.get(), ticket.answers.length]).toEqual([false, 2])
  await ticket.answer(1, 'two')
  applyEvent({ kind: 'ready', isComplete: true, within: 0 })
  tab.visibilityState = 'hidden'
  stopLive()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ticket.answers.length).toBe(2)
})
