import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { cleanLine } from '#contract/text/controls.ts'
import { uiMessages as t } from '../../messages/current.ts'
import { IconButton } from './IconButton.tsx'
import classes from './SearchField.module.css'

/** In ms, as the specification asks. */
const debounce = 1_000

/** What is searched, of many records. */
export type Searched = keyof typeof t.searched

type Props = {
  value: string
  searched: Searched
  count: string
  onSearch: (value: string) => void
}

/** Searches a second after the last key, or at once on Enter. */
export function SearchField({ value, searched, count, onSearch }: Props) {
  const [text, setText] = useState(value)
  const [previousValue, setPreviousValue] = useState(value)
  if (previousValue !== value) {
    // The address has changed: back, forward, or a link.
    setPreviousValue(value)
    setText(value)
  }

  const search = cleanLine(text).trim()
  const send = useEffectEvent(() => onSearch(search))
  useEffect(() => {
    if (search === value) return
    const timer = setTimeout(send, debounce)
    return () => clearTimeout(timer)
  }, [search, value])

  const label = t.search(count, t.searched[searched])
  const clear = () => {
    setText('')
    onSearch('')
  }
  return (
    <search className={classes.search}>
      <IconSearch aria-hidden />
      <input
        type="text"
        dir="auto"
        inputMode="search"
        enterKeyHint="search"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onSearch(search)
        }}
        aria-label={label}
        placeholder={label}
        maxLength={limits.search}
      />
      {text && <IconButton icon={IconX} label={t.clearSearch} onClick={clear} />}
    </search>
  )
}
