import type { ReactNode } from 'react'
import type { Presence } from '#contract/live.ts'
import type { Area } from '#contract/paths.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { formatList } from '../../ui/text/format.ts'
import classes from './PresenceLine.module.css'

type Props = {
  presence: Presence | undefined
  area: Area
  children?: ReactNode
}

/** A customer learns of the vendor's team only. The line's
 * height stays, so that the composer does not move. */
export function PresenceLine({ presence, area, children }: Props) {
  const text = presence && textOf(presence, area !== 'account')
  return (
    <>
      <p className={classes.presence} aria-live="off">
        {text ? <span>{text}</span> : children}
      </p>
      <div className="sr-only" aria-live="polite">
        {presence && <Arrivals presence={presence} isTeam={area !== 'account'} />}
      </div>
    </>
  )
}

/** A screen reader announces each of them once, and not every change of who writes. */
const Arrivals = ({
  presence: { people, isTeamHere },
  isTeam,
}: {
  presence: Presence
  isTeam: boolean
}) =>
  isTeam
    ? people.map(({ _id, name }) => <p key={_id}>{t.areViewing(name, 1)}</p>)
    : isTeamHere && <p>{t.teamIsHere}</p>

function textOf({ people, isTeamHere }: Presence, isTeam: boolean) {
  const writers = people.filter(({ isTyping }) => isTyping)
  if (writers.length > 0) return t.areWriting(namesOf(writers), writers.length)
  if (isTeam) return people.length > 0 && t.areViewing(namesOf(people), people.length)
  return isTeamHere && t.teamIsHere
}

const namesOf = (people: Presence['people']) => formatList(people.map(({ name }) => name))
