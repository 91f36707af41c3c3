import type { Page } from '@playwright/test'
import { expect } from './visit.ts'

/** Waits until so many messages are remembered as not sent: that takes a second, in which the page may only have been left. */
export const remembersUnsent = (page: Page, count: number) =>
  expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter(key => /^outbox:/.test(key) && /"failed"/.test(localStorage[key])).length),
    )
    .toBe(count)
