import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { type Topic, topics } from '#contract/topics.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { areaOf, useMe } from '../../identity/session/session.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { matchTopics } from './matchTopics.ts'
import classes from './TopicPicker.module.css'

type Props = {
  chosen: readonly Topic[]
  onChoose: (topic: string) => void
  onClose: () => void
  /** The focus has left the picker. */
  onLeave: () => void
}

/** The vendor's topics that the ticket does not have, of which a typed text leaves some. */
export default function TopicPicker(props: Props) {
  const query = useRouteQuery(topics.list)
  const { onLeave } = props
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only follows the focus
    <div
      className={classes.picker}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave()
      }}
    >
      <QueryBoundary query={query} skeleton={<Skeleton lines={3} height={32} />}>
        {({ topics }) => <Options {...props} all={topics} />}
      </QueryBoundary>
    </div>
  )
}

function Options({ chosen, onChoose, onClose, all }: Props & { all: readonly Topic[] }) {
  const id = useId()
  const isAdmin = areaOf(useMe()) === 'admin'
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [position, setPosition] = useState(0)
  const found = matchTopics(all, chosen, text)
  const active = Math.max(0, Math.min(position, found.length - 1))
  const activeId = found[active] && `${id}-${found[active]._id}`

  // Within the facts, which scroll, or above the keyboard of a phone.
  useEffect(() => field.current?.parentElement?.scrollIntoView({ block: 'nearest' }), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each active option
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function choose(topic: Topic | undefined) {
    if (!topic) return
    onChoose(topic._id)
    setText('')
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    if (key === 'ArrowDown') setPosition((active + 1) % found.length)
    else if (key === 'ArrowUp') setPosition((active + found.length - 1) % found.length)
    else if (key === 'Enter') choose(found[active])
    else if (key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <input
        ref={field}
        type="text"
        dir="auto"
        role="combobox"
        aria-label={t.addTopic}
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        placeholder={t.filterTopics}
        maxLength={limits.topic}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the user has just asked for the field
        autoFocus
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          setPosition(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t.topics}
        className={classes.options}
      >
        {found.map((topic, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys come from the field
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={topic._id}
            id={`${id}-${topic._id}`}
            role="option"
            aria-selected={index === active}
            onMouseDown={event => event.preventDefault()} // the field keeps the focus
            onMouseMove={() => index !== active && setPosition(index)}
            onClick={() => choose(topic)}
          >
            <bdi>{topic.name}</bdi>
          </div>
        ))}
      </div>
      <p className={classes.none} role="status">
        <span>{found.length > 0 ? '' : all.length === 0 ? t.noTopics : t.noTopicFound}</span>
      </p>
      {isAdmin && <Link to={paths.topics}>{t.manageTopics}</Link>}
    </>
  )
}
