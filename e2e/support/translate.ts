import type { Page } from '@playwright/test'

/** From the next load on the page is translated as Chrome does it:
 * elements take the place of its text nodes. The words stay the same. */
export const translatePages = (page: Page) =>
  page.addInitScript(() => {
    function translate(node: Node) {
      if (!(node instanceof Text)) return [...node.childNodes].forEach(translate)
      if (
        !node.data.trim() ||
        node.parentElement?.closest('script, style, title, textarea, option, font, [translate=no]')
      )
        return
      const font = document.createElement('font')
      font.textContent = node.data
      node.replaceWith(font)
    }
    new MutationObserver(records => {
      for (const { addedNodes } of records) addedNodes.forEach(translate)
    }).observe(document, { childList: true, subtree: true })
  })
