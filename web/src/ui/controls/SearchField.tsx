import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { limits } from '#contract/fields.ts'
import { uiMessages as t } from '../messages.ts'
import { IconButton } from './IconButton.tsx'
import classes from './SearchField.module.css'

const debounce = 1_000

type Props = {
  value: string
  /** How many records there are, in words; empty while that is not known. */
  count: string
  onSearch: (value: string) => void
}

/** Searches a second after the last key, or at once on Enter. */
export function SearchField({ value, count, onSearch }: Props) {
  const [typed, type] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    // The address changed under us: back, forward, or a link.
    setKnown(value)
    type(value)
  }

  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onSearch(typed.trim()), debounce)
    return () => clearTimeout(timer)
  }, [typed, value, onSearch])

  const clear = () => {
    type('')
    onSearch('')
  }
  return (
    <search className={classes.search}>
      <IconSearch aria-hidden />
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        value={typed}
        onChange={event => type(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onSearch(typed.trim())
        }}
        aria-label={t.search(count)}
        placeholder={t.search(count)}
        maxLength={limits.search}
      />
      {typed && (
        <IconButton label={t.clearSearch} onClick={clear}>
          <IconX aria-hidden />
        </IconButton>
      )}
    </search>
  )
}
