import type { Page } from 'playwright-core'

const slowdown = 4

const observeKeys = `
  window.slowest = {}
  let key = ''
  addEventListener('keydown', ({ ctrlKey, key: pressed }) => { key = (ctrlKey ? 'Control+' : '') + pressed }, { capture: true })
  new PerformanceObserver(list => {
    for (const { name, duration } of list.getEntries())
      if (name.startsWith('key')) slowest[key] = Math.max(slowest[key] ?? 0, duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

/** The longest time in ms from a key to the next paint, by key, as a user works through
 * the queue on a processor that is four times as slow (Event Timing API, steps of 8 ms). */
export async function measureKeys(page: Page, url: string, tickets: number) {
  const session = await page.context().newCDPSession(page)
  await page.addInitScript({ content: observeKeys })
  await page.goto(`${url}/staff/companies`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const slowest: Record<string, number> = {}
  async function press(key: string, settle: () => Promise<unknown>) {
    await page.keyboard.press(key)
    await settle()
    await page.waitForTimeout(300) // entries come after the paint
    const measured = await page.evaluate<number>(
      `slowest[${JSON.stringify(key.replace('Shift+', ''))}] ?? 0`,
    )
    slowest[key] = Math.max(slowest[key] ?? 0, measured)
  }
  const rows = page.getByRole('rowheader')
  const dialog = page.getByRole('dialog')
  const idle = () => page.waitForTimeout(100)
  await press('q', () => rows.first().waitFor())
  for (const key of ['j', 'j', 'k', 'x', 'Escape']) await press(key, idle)
  await press('f', () => dialog.waitFor())
  await press('Escape', () => dialog.waitFor({ state: 'detached' }).catch(idle))
  await press('?', () => dialog.first().waitFor())
  await press('Escape', idle)
  await press('j', idle)
  await press('Enter', () => page.getByRole('textbox', { name: 'Mesaj yazın' }).waitFor())
  const title = page.getByRole('heading', { level: 1 })
  for (let i = 0; i < tickets; i++) {
    const before = await title.textContent()
    await press('r', idle)
    for (const letter of 'Tamam') await press(letter, idle)
    await press('Control+Shift+Enter', async () => {
      while ((await title.textContent()) === before) await page.waitForTimeout(20)
    })
  }
  await page.close()
  return slowest
}
