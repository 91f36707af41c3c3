import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What keeps somebody from using what is on the screen (WCAG 2.2 AA): none, where all is well. */
export async function barriersOn(page: Page) {
  // The legacy mode looks into all but frames of other sites, of which the portal has none, and opens no second page each time.
  const { violations } = await new AxeBuilder({ page }).withTags(standard).setLegacyMode(true).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
}
