import type { Locator } from '@playwright/test'

/** Sends a key as an input method does: while it composes, and as Safari after the end. */
export const pressInComposition = (field: Locator, key: string) =>
  field.evaluate((element, key) => {
    for (const sign of [{ isComposing: true }, { keyCode: 229 }])
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...sign }),
      )
  }, key)
