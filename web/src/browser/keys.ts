/** The key in lower case; by its place, as on an English keyboard,
 * where the layout has a letter or figure of another script there. */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isGreekQ = key === ';' && code === 'KeyQ'
  const isOther = /[^\p{Script=Latin}\p{Script=Common}]|[\u0600-\u06ff]/u.test(key)
  const place = /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? (code === 'Slash' ? '?' : undefined)
  return ((isGreekQ || isOther) && place ? place : key).toLowerCase()
}

/** Keeps from the whole page the keys that belong to an input method, such as the Enter that
 * ends a composition. Safari sends that one after the end, with 229 as the only sign. */
export function leaveCompositionAlone() {
  addEventListener(
    'keydown',
    event => {
      if (event.isComposing || event.keyCode === 229) event.stopPropagation()
    },
    true,
  )
}
