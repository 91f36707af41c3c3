import type { Ref } from 'react'
import { TextField } from '../../ui/form/TextField.tsx'

type Props = { label: string; hint?: string; ref?: Ref<HTMLInputElement>; letters?: boolean }

/** An app's code, which a phone offers to fill in; with `letters` also a recovery code. */
export const CodeField = ({ label, hint = '', ref, letters = false }: Props) => (
  <TextField
    key={String(letters)}
    {...(ref && { ref })}
    name="code"
    label={label}
    hint={hint}
    inputMode={letters ? 'text' : 'numeric'}
    autoComplete={letters ? 'off' : 'one-time-code'}
    autoCapitalize={letters ? 'characters' : 'none'}
    spellCheck={false}
    maxLength={40}
    required
  />
)
