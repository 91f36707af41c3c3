import { type ComponentProps, type SyntheticEvent, use, useState } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { FormState } from './Form.tsx'

export const TextField = ({
  name,
  label,
  hint = '',
  ...props
}: FieldProps & Omit<ComponentProps<'input'>, 'name'>) => (
  <Field
    name={name}
    label={label}
    hint={hint}
    optional={!props.required && !props.readOnly}
    describedBy={props['aria-describedby']}
  >
    {control => <input type="text" dir="auto" {...props} {...control} />}
  </Field>
)

/** Of type `email` until it has a character outside ASCII, such as the İ of a Turkish keyboard:
 * Chrome would translate its host before `canonicalAddress` has read it (record 0040). */
export function EmailField(props: ComponentProps<typeof TextField>) {
  const { initial } = use(FormState)
  const [type, setType] = useState(isAscii(String(initial[props.name] ?? '')) ? 'email' : 'text')

  function keepOtherCharacters({ currentTarget: input, nativeEvent }: SyntheticEvent) {
    if (!(input instanceof HTMLInputElement) || input.type !== 'email') return
    const { data, isComposing } = nativeEvent as Partial<InputEvent>
    const written = data ?? ''
    if (isComposing || (isAscii(written) && isAscii(input.value))) return
    const text = readShown(input)
    input.type = 'text' // at once, and in the next rendering
    setType('text')
    input.value = text
    const end = isAscii(written) ? 0 : asciiEnd(text) - asciiEnd(written)
    input.setSelectionRange(text.length - end, text.length - end)
  }

  return (
    <TextField
      type={type}
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onInputCapture={keepOtherCharacters}
      onCompositionEnd={keepOtherCharacters}
      {...props}
    />
  )
}

const isAscii = (text: string) => !/\P{ASCII}/u.test(text)

/** The length of what follows the last other character. */
const asciiEnd = (text: string) => /\p{ASCII}*$/u.exec(text)?.[0].length ?? 0

/** What a field shows. The value of one of type `email` has in Chrome
 * its host in ASCII already, what is selected in it has not. */
function readShown(input: HTMLInputElement): string {
  if (!isAscii(input.value)) return input.value
  input.select()
  return String(getSelection()) || input.value
}

export const TextArea = ({
  name,
  label,
  hint = '',
  ...props
}: FieldProps & Omit<ComponentProps<'textarea'>, 'name'>) => (
  <Field
    name={name}
    label={label}
    hint={hint}
    optional={!props.required && !props.readOnly}
    describedBy={props['aria-describedby']}
  >
    {control => <textarea rows={6} dir="auto" {...props} {...control} />}
  </Field>
)
