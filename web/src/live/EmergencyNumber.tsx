import { IconPhone } from '@tabler/icons-react'
import { type Help, live } from '#contract/live.ts'
import { useRouteQuery } from '../data/queries.ts'
import { ticketMessages as t } from '../messages/current.ts'
import { PhoneLinks } from '../ui/controls/ContactLink.tsx'
import { formatWhen } from '../ui/text/format.ts'
import { useNow } from '../ui/text/useNow.ts'
import classes from './EmergencyNumber.module.css'

/** What a customer calls when a machine stands; nothing where the vendor has no such number. */
export function EmergencyNumber() {
  const { data } = useRouteQuery(live.help)
  const now = useNow()
  if (!data?.emergency) return null
  return (
    <div className={classes.emergency}>
      <IconPhone aria-hidden />
      <div className={classes.text}>
        <span>{t.callAtOnce}</span>
        <span className={classes.number}>
          <PhoneLinks text={data.emergency.phone} />
        </span>
        <span className={classes.hours}>{hoursOf(data, now)}</span>
      </div>
    </div>
  )
}

function hoursOf({ emergency, hours }: Help, now: number) {
  if (emergency?.always) return t.answeredAlways
  if (!hours) return t.notAnswered
  if (Date.parse(hours.closes) <= now) return '' // as it was kept; the next ones are not known
  return hours.opens === null || Date.parse(hours.opens) <= now
    ? t.answeredUntil(formatWhen(hours.closes, now))
    : t.answeredFrom(formatWhen(hours.opens, now))
}
