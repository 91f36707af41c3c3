import type { Page } from '@playwright/test'

/** The information that a page has logged, from now on. */
export function loggedBy(page: Page) {
  const lines: string[] = []
  page.on('console', message => message.type() === 'info' && lines.push(message.text()))
  return lines
}
