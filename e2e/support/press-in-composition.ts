import type { Locator } from '@playwright/test'

/** Sends a key as browsers do while an input method composes, and Safari after the end. */
export const pressInComposition = (field: Locator, key: string) =>
  field.evaluate((element, key) => {
    const event = { key, keyCode: 229, bubbles: true, cancelable: true }
    element.dispatchEvent(new KeyboardEvent('keydown', event))
  }, key)
