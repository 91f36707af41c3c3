import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { type ComponentProps, use } from 'react'
import { FormState } from './Form.tsx'
import { uiMessages as t } from './messages.ts'

/** What ties an input to its form: its first value, and what is wrong with it. */
function useField(name: string) {
  const { problems, initial, typed } = use(FormState)
  const first = initial[name]
  return { name, error: problems[name], onInput: () => typed(name), ...(first !== undefined && { defaultValue: String(first) }) }
}

type Named<P> = Omit<P, 'name' | 'error' | 'onInput'> & { name: string; label: string }

export const TextField = ({ name, ...props }: Named<ComponentProps<typeof TextInput>>) => <TextInput {...useField(name)} {...props} />

export const TextArea = ({ name, ...props }: Named<ComponentProps<typeof Textarea>>) => <Textarea rows={6} {...useField(name)} {...props} />

export const SelectField = ({ name, ...props }: Named<ComponentProps<typeof NativeSelect>>) => (
  <NativeSelect {...useField(name)} {...props} />
)

export const PasswordField = ({ name, ...props }: Named<ComponentProps<typeof PasswordInput>>) => (
  <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t.showPassword, tabIndex: 0 }} {...useField(name)} {...props} />
)
