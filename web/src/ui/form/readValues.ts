import { cleanLine, cleanText } from '#contract/text/controls.ts'

/** The values by name, without the control characters of pasted
 * text, except in passwords, which count as they are. */
export const readValues = (form: HTMLFormElement) =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [
      name,
      clean(form.elements.namedItem(name), String(value)),
    ]),
  )

function clean(control: Element | RadioNodeList | null, value: string) {
  if (control instanceof HTMLTextAreaElement) return cleanText(value)
  return control instanceof HTMLInputElement && !control.autocomplete.endsWith('password')
    ? cleanLine(value)
    : value
}
