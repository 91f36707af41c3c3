import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export async function findAccessibilityViolations(page: Page) {
  // Legacy mode skips cross-origin frames, of which the
  // portal has none, and so opens no second page.
  const { violations } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode(true).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
}
