import { IconPhoneCall } from '@tabler/icons-react'
import { ticketMessages as t } from '../messages/current.ts'
import { PhoneLinks } from '../ui/controls/ContactLink.tsx'
import { Tag } from '../ui/controls/Tag.tsx'
import priority from './PriorityTag.module.css'

/** That the ticket's author asks to be called, until the team's first answer. */
export const CallBackTag = ({ number }: { number: string }) => (
  <>
    <Tag tone="soon">
      <IconPhoneCall aria-hidden />
      <span>{t.callBackAsked}</span>
    </Tag>
    <PhoneLinks text={number} />
  </>
)

/** Where a tag has no room. */
export function CallBackIcon({ number }: { number: string }) {
  const text = `${t.callBackAsked} · ${number}`
  return (
    <span className={priority.icon} data-tone="soon" title={text}>
      <IconPhoneCall aria-hidden />
      <span className="sr-only">{text}</span>
    </span>
  )
}
