import type { Page } from '@playwright/test'
import { expect } from './visit.ts'

/** ms; a message that could not be sent is stored as that a second after the failure, in which the page may only have been left. */
const settled = 1_500

/** Waits until the browser stores so many messages as not sent. They are encrypted: what tells is that none was written for a while. */
export const remembersUnsent = (page: Page, count: number) =>
  expect
    .poll(() =>
      page.evaluate(pause => {
        const keys = Object.keys(localStorage).filter(key => /^private:.*:outbox:/.test(key))
        return keys.filter(key => JSON.parse(localStorage[key]).at < Date.now() - pause).length
      }, settled),
    )
    .toBe(count)
