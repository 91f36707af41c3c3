import { IconMessages } from '@tabler/icons-react'
import { type Help, live } from '#contract/live.ts'
import { type Area, paths } from '#contract/paths.ts'
import { liveIntervals } from '../../data/intervals.ts'
import { usePortal } from '../../data/portal.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Button, buttonClass } from '../../ui/controls/Button.tsx'
import { formatWhen } from '../../ui/text/format.ts'
import { useNow } from '../../ui/text/useNow.ts'

type Props = { ticket: string; area: Area }

/** For a customer the portal's own is open while someone of the team is online; otherwise it
 * is the same conversation as the page's. Of another program the portal cannot tell. */
export function LiveSupport({ ticket, area }: Props) {
  const portal = usePortal()
  const external = portal?.liveSupportUrl?.replaceAll('{ticket}', encodeURIComponent(ticket))
  const asks = area === 'account' && external === undefined
  const { data: latest, isError } = useRouteQuery(
    live.help,
    {},
    { enabled: portal !== undefined && asks, refetchInterval: liveIntervals.help },
  )
  const data = isError ? undefined : latest // who was online when it was kept says nothing of now
  const now = useNow()
  if (asks && !data?.isTeamOnline)
    return (
      <Button variant="plain" icon={IconMessages} onClick={focusComposer}>
        {data ? nextOf(data, now) : t.liveSupport}
      </Button>
    )
  return (
    <a
      href={external ?? paths.live(ticket)}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass('plain')}
    >
      <IconMessages aria-hidden />
      <span>{asks ? t.liveSupportOpen : t.liveSupport}</span>
      <span className="sr-only">{` (${t.inNewTab})`}</span>
    </a>
  )
}

const nextOf = ({ hours }: Help, now: number) =>
  hours?.opens ? t.liveSupportFrom(formatWhen(hours.opens, now)) : t.liveSupportClosed

const focusComposer = () => document.querySelector<HTMLElement>('[data-composer] textarea')?.focus()
