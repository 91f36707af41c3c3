import type { Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { listScreens } from '../screens/screen-list.ts'
import { hasLoaded } from '../support/loaded.ts'
import { expect, test } from '../support/visit.ts'

// A font of twice the usual size, as a user sets it in the browser.
const { launchOptions } = config.use ?? {}
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'],
  },
})

const names = [
  ...['home', 'machines', 'machine', 'tickets', 'ticket', 'accounts'],
  ...['login', 'notification-settings'],
]
const ofTeam = ['staff-home', 'staff-all-tickets', 'admin-company-machines', 'settings', 'team']

for (const [language, list] of [
  ['tr', names],
  ['en', ofTeam],
] as const)
  test(`with a font of twice the size on a phone no page is wider than its window, and no text is cut, covered or squeezed (${language})`, async ({
    visit,
    portal,
  }) => {
    for (const { name, user, path } of await listScreens(portal)) {
      if (!list.includes(name)) continue
      const page = await visit(user, path, { language, width: 360, height: 740 })
      await hasLoaded(page, name)
      expect(await page.evaluate(() => getComputedStyle(document.body).fontSize), name).toBe('32px')
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(width, name).toBeLessThanOrEqual(360)
      expect.soft(await findUnreadableTexts(page), name).toEqual([])
      await page.close()
    }
  })

/** Texts of the page's own part that are outside it, cut off, or on lines of a letter or two; on
 * a page for visitors also those of its head. */
const findUnreadableTexts = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement
    const frame = document.querySelector('[data-public]') ?? main
    const texts = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT)
    const unreadable: string[] = []
    const isClipped = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement))
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode as Text
      if (!parentElement?.checkVisibility() || parentElement.closest('.sr-only, svg, select'))
        continue
      if (isClipped(parentElement)) continue // for screen readers only
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const lines = [...range.getClientRects()].filter(line => line.width > 0)
      const widest = Math.max(...lines.map(line => line.width))
      const size = Number.parseFloat(getComputedStyle(parentElement).fontSize)
      const isSqueezed = lines.length > data.trim().split(/[\s-]+/).length && widest < 3 * size
      const isCut = lines.some(line => {
        for (let box: Element | null = parentElement; box; box = box.parentElement) {
          const { left, right, top, bottom } = box.getBoundingClientRect()
          const clips = box === main || getComputedStyle(box).overflow === 'hidden'
          const isBeside = line.left < left - 2 || line.right > right + 2
          const isBeyond = line.bottom < top + 2 || line.top > bottom - 2
          if (clips && (isBeside || isBeyond)) return true
        }
        return false
      })
      if (isSqueezed || isCut) unreadable.push(data)
    }
    return unreadable
  })
