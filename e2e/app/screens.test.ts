import type { Page } from '@playwright/test'
import type { Presence } from '#contract/live.ts'
import { listScreens, type Screen } from '../screens/screen-list.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { chooseInPlace } from '../support/choose-language.ts'
import { hasLoaded } from '../support/loaded.ts'
import { type BrowserOptions, expect, test, type Visit } from '../support/visit.ts'

// Each screen is loaded as seldom as possible: this file takes longer than any other.

test.describe.configure({ mode: 'parallel', timeout: 600_000 })

/** Parts of the list of screens, so that several browsers share it. */
const parts = 6
for (let part = 0; part < parts; part++)
  test(`screens meet WCAG 2.2 AA in light on a desktop and in dark on a phone, do not scroll sideways on the narrowest one, and are in a language that is chosen as when loaded in it: ${part + 1} of ${parts}`, async ({
    visit,
    portal,
  }) => {
    const screens = (await listScreens(portal)).filter(({ isDuplicate }) => !isDuplicate)
    await forEachScreen(
      screens.filter((_, i) => i % parts === part),
      visit,
      {},
      async (page, screen) => {
        await expectAccessible(page, screen.name)
        if (canBeCompared(screen)) await expectSameInEnglish(page, screen)
      },
    )
  })

test('in English no dialog, live support or audit scrolls sideways on the narrowest phone', async ({
  visit,
  portal,
}) => {
  const screens = (await listScreens(portal)).filter(
    screen => !screen.isDuplicate && (!canBeCompared(screen) || isAudit(screen)),
  )
  await forEachScreen(screens, visit, { language: 'en' }, (page, { name }) =>
    expectNoScrollingSideways(page, name),
  )
})

/** Live support has no choice of language. */
const canBeCompared = ({ name, open }: Screen) => !(open || /^(no-portal|live-support)/.test(name))
const isAudit = ({ name }: Screen) => name === 'audit'

/** Visits screens and calls `check` when one has loaded. A user, or a visitor
 * of a portal, keeps one page; screens with expected errors get their own. */
async function forEachScreen(
  screens: Screen[],
  visit: Visit,
  options: BrowserOptions,
  check: (page: Page, screen: Screen) => Promise<void>,
) {
  const pages = new Map<Exclude<Screen['user'], null> | string, Page>()
  for (const screen of screens) {
    const { name, user, path, allowedConsole, open } = screen
    const origin = URL.parse(path)?.origin ?? ''
    const key = user ?? `visitor of ${origin}`
    const page =
      (!allowedConsole && pages.get(key)) ||
      (await visit(
        user,
        `${origin}/404`,
        allowedConsole ? { ...options, allowedConsole } : options,
      ))
    if (!allowedConsole) pages.set(key, page)
    await page.clock.setFixedTime(Date.now()) // "a minute ago" stays
    await page.goto(path)
    await hasLoaded(page, name)
    await open?.(page)
    await check(page, screen)
  }
}

async function expectAccessible(page: Page, name: string) {
  await page.emulateMedia({ colorScheme: 'light' })
  expect.soft(await findAccessibilityViolations(page), `${name}, light, 1280 px`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await resize(page, 360)
  // A link that is half below the head of the page counts as a small target.
  await page.evaluate(() => scrollTo({ top: 0 }))
  expect.soft(await findAccessibilityViolations(page), `${name}, dark, 360 px`).toEqual([])
  await expectNoScrollingSideways(page, name)
}

async function expectNoScrollingSideways(page: Page, name: string) {
  await resize(page, 320)
  // An open dialog reserves the width of the page's scrollbar.
  await expect.soft
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), name)
    .toBeLessThanOrEqual(320)
  const dialogs = page.locator('dialog[open], dialog[open] > div')
  await expect.soft
    .poll(
      () =>
        dialogs.evaluateAll(all => all.filter(each => each.scrollWidth > each.clientWidth).length),
      name,
    )
    .toBe(0)
  await resize(page, 1280)
}

/** Resolves once the page has been drawn in the new width. */
async function resize(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate(
    () => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}

/** Once English is chosen, all texts are as in a page that is loaded in English. */
async function expectSameInEnglish(page: Page, screen: Screen) {
  const { name, path } = screen
  // A page that was left counts as viewing its ticket for up to 45 s.
  await page.route(/\/presence$/, route => route.fulfill({ json: emptyPresence }))
  // The team comes and goes as other tests visit the portal.
  await page.route(/\/help$/, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), isTeamOnline: false } })
  })
  // Each choice is an entry of the audit, so its list is filtered.
  if (isAudit(screen)) await page.goto(`${path}?action=companies.create`)
  if (name.includes('ticket')) await page.reload() // what is new is marked once only
  await hasLoaded(page, name)
  await chooseInPlace(page, 'en')
  await hasLoaded(page, name)
  const changed = await readTexts(page)
  await expectNoScrollingSideways(page, `${name}, in English`)
  await page.reload()
  await hasLoaded(page, name)
  await expect.poll(() => readTexts(page), { message: name }).toEqual(changed)
  await chooseInPlace(page, 'tr') // the user's language is stored
  await hasLoaded(page, name)
  await page.unroute(/\/presence$/)
  await page.unroute(/\/help$/)
}

const emptyPresence: Presence = {
  people: [],
  isTeamHere: false,
  isTeamOnline: false,
  seconds: null,
}

/** All that a user reads or a screen reader says. */
const readTexts = (page: Page) =>
  page.evaluate(() => [
    document.title,
    document.body.innerText,
    ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].map(element =>
      ['aria-label', 'title', 'placeholder']
        .map(name => element.getAttribute(name) ?? '')
        .join('|'),
    ),
  ])
