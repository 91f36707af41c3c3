import { IconPlus, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { type TicketOfTeam, tickets } from '#contract/tickets.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import classes from './TopicChoice.module.css'

const TopicPicker = lazy(() => import('./TopicPicker.tsx'))

/** The topics of a ticket, each with its removal, and further ones to add. */
export function TopicChoice({ ticket: { _id: ticket, topics } }: { ticket: TicketOfTeam }) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLDivElement>(null)
  const change = useRouteMutation(tickets.change, ({ message }) => message, {
    describe: t.notChanged,
    scope: `topics ${ticket}`,
  })
  const focusOpener = () => opener.current?.querySelector('button')?.focus()

  function close() {
    setOpen(false)
    focusOpener()
  }
  // The mutation cache announces failures.
  const send = (body: { addTopics: string[] } | { removeTopics: string[] }) =>
    change({ params: { ticket }, body }).catch(() => {})

  function remove(topic: string) {
    focusOpener() // the cross that has the focus goes with its topic
    void send({ removeTopics: [topic] })
  }
  return (
    <>
      {topics.length > 0 && (
        <ul className={classes.topics}>
          {topics.map(({ _id, name }) => (
            <li key={_id}>
              <bdi>{name}</bdi>
              <button
                type="button"
                aria-label={t.removeTopic(name)}
                title={t.removeTopic(name)}
                onClick={() => remove(_id)}
              >
                <IconX aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div ref={opener} className={classes.opener}>
        <Button
          variant="quiet"
          small
          icon={IconPlus}
          aria-expanded={isOpen}
          // Without the focus the picker would be closed before the click, which would open it.
          onMouseDown={event => isOpen && event.preventDefault()}
          onClick={() => (isOpen ? close() : setOpen(true))}
        >
          {t.addTopic}
        </Button>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <TopicPicker
            chosen={topics}
            onChoose={topic => void send({ addTopics: [topic] })}
            onClose={close}
            onLeave={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
