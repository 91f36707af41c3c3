import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { uiMessages as t } from './messages.ts'

const debounce = 1_000

type Props = { value: string /** How many records there are, in words. */; count: string; onSearch: (value: string) => void }

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

  return (
    <TextInput
      type="search"
      value={typed}
      onChange={event => type(event.currentTarget.value)}
      onKeyDown={event => event.key === 'Enter' && onSearch(typed.trim())}
      aria-label={t.search(count)}
      placeholder={t.search(count)}
      maxLength={200}
      leftSection={<IconSearch aria-hidden />}
      rightSection={typed && <CloseButton aria-label={t.clearSearch} onClick={() => onSearch('')} onMouseDown={() => type('')} />}
    />
  )
}
