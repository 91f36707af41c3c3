import { type Following, notifications } from '#contract/notifications.ts'
import type { Follower, Ticket } from '#contract/tickets.ts'
import { useRouteMutation } from '../data/queries.ts'
import { notificationMessages as t, ticketMessages } from '../messages/current.ts'
import { Select } from '../ui/controls/Select.tsx'
import { Tag } from '../ui/controls/Tag.tsx'
import { formatList } from '../ui/text/format.ts'
import classes from './FollowChoice.module.css'

const listNames = (followers: Follower[]) => formatList(followers.map(({ name }) => name))

const options: Following[] = ['default', 'follow', 'mute']

type Props = Pick<Ticket, 'following' | 'followers' | 'undeliverable'> & { ticket: string }

export function FollowChoice({ ticket, following, followers, undeliverable }: Props) {
  const unreached = followers.filter(({ _id }) => undeliverable.includes(_id))
  const follow = useRouteMutation(notifications.follow, ({ message }) => message)
  return (
    <>
      <Select
        aria-label={t.following}
        value={following}
        options={options.map(value => ({ value, label: t.followings[value] }))}
        onChange={event =>
          void follow({
            params: { ticket },
            body: { following: event.target.value as Following },
          }).catch(() => {})
        }
      />
      {followers.length > 0 && (
        <p className={classes.followers}>{t.followers(listNames(followers))}</p>
      )}
      {unreached.length > 0 && (
        <Tag tone="wrong">{`${ticketMessages.undeliverable}: ${listNames(unreached)}`}</Tag>
      )}
    </>
  )
}
