import type { Ref } from 'react'
import { TextField } from '../../ui/form/TextField.tsx'

type Props = { label: string; hint?: string; ref?: Ref<HTMLInputElement> /** Letters too: a recovery code. */; letters?: boolean }

/** The code of an app, which a phone offers to fill in; or a recovery code. */
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
