import type { Page } from '@playwright/test'
import axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Of the page, or of what the selector finds: a scrolled page has targets that its header
 * covers in part. Frames are not tested: the only one shows a mail, in a sandbox. */
export async function findAccessibilityViolations(page: Page, within = 'html') {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ({ within, tags }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      return (await run(within, { runOnly: tags, resultTypes: ['violations'] })).violations
    },
    { within, tags },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
}

export async function findViolationsInBothThemes(page: Page) {
  const violations: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const violation of await findAccessibilityViolations(page))
      violations.push(`${colorScheme}: ${violation}`)
  }
  return violations
}
