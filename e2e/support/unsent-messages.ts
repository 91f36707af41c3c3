import type { Page } from '@playwright/test'
import { expect } from './visit.ts'

/** ms; the page marks a message as unsent one second after the failure. */
const settleTime = 1_500

/** Waits until the browser stores `count` unsent messages. They are
 * encrypted, so their age tells that they are no longer being sent. */
export const expectUnsentMessages = (page: Page, count: number) =>
  expect
    .poll(() =>
      page.evaluate(pause => {
        const keys = Object.keys(localStorage).filter(key => /^private:.*:outbox:/.test(key))
        return keys.filter(key => JSON.parse(localStorage[key]).at < Date.now() - pause).length
      }, settleTime),
    )
    .toBe(count)
