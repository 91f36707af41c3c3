import type { Page } from 'playwright-core'

const slowdown = 4

// The entry of an event has its `timeStamp`; keypress and keyup belong to the last keydown.
const observeKeys = `
  window.durations = []
  const indexOf = new Map()
  for (const type of ['keydown', 'keypress', 'keyup'])
    addEventListener(type, ({ timeStamp }) => {
      if (type === 'keydown') durations.push(0)
      indexOf.set(timeStamp, durations.length - 1)
    }, { capture: true })
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries()) {
      const index = indexOf.get(startTime)
      if (index !== undefined) durations[index] = Math.max(durations[index], duration)
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

export type Press = { key: string; duration: number; isDialog: boolean }

/** Times in ms from each key to the next paint, as a user answers tickets of the queue on a
 * processor that is four times as slow (Event Timing API, steps of 8 ms). `isDialog`:
 * it opens or closes a dialog. */
export async function measureKeys(page: Page, url: string, tickets: number): Promise<Press[]> {
  const session = await page.context().newCDPSession(page)
  await page.addInitScript({ content: observeKeys })
  await page.goto(`${url}/staff/companies`)
  const rows = page.getByRole('rowheader')
  await rows.first().waitFor()
  await page.waitForTimeout(500)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const presses: (Omit<Press, 'duration'> & { from: number; to: number })[] = []
  const count = () => page.evaluate<number>('durations.length')
  async function press(key: string, settle: () => Promise<unknown>, isDialog = false) {
    const from = await count()
    await page.keyboard.press(key)
    await settle()
    await page.waitForTimeout(300) // entries come after the paint
    presses.push({ key, from, to: await count(), isDialog })
  }
  const dialog = page.getByRole('dialog').first()
  const idle = () => page.waitForTimeout(100)
  await press('q', () => page.waitForURL(/\/staff\/tickets/).then(() => rows.first().waitFor()))
  for (const key of ['j', 'j', 'k', 'x', 'Escape']) await press(key, idle)
  for (const key of ['f', '?']) {
    await press(key, () => dialog.waitFor(), true)
    await press('Escape', idle, true)
  }
  await press('j', idle)
  await press('Enter', () => page.getByRole('textbox', { name: 'Mesaj yazın' }).waitFor())
  const title = page.getByRole('heading', { level: 1 })
  for (let i = 0; i < tickets; i++) {
    const before = (await title.textContent()) ?? ''
    await press('r', idle)
    for (const letter of 'Tamam') await press(letter, idle)
    await press('Control+Shift+Enter', () => title.filter({ hasNotText: before }).waitFor())
  }
  const durations = await page.evaluate<number[]>('durations')
  await page.close()
  return presses.map(({ from, to, ...press }) => ({
    ...press,
    duration: Math.max(...durations.slice(from, to)),
  }))
}
