import type { Page } from '@playwright/test'
import axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Frames are not tested: the only one shows a mail, in a sandbox. */
export async function findAccessibilityViolations(page: Page) {
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async tags => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    return (await run({ runOnly: tags, resultTypes: ['violations'] })).violations
  }, tags)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
}
