import { type Following, notifications } from '#contract/notifications.ts'
import { useRouteMutation } from '../data/queries.ts'
import { notificationMessages as t } from '../messages/current.ts'
import { Select } from '../ui/controls/Select.tsx'
import { formatList } from '../ui/text/format.ts'
import classes from './FollowChoice.module.css'

const options: Following[] = ['default', 'follow', 'mute']

type Props = { ticket: string; following: Following; followers: string[] }

export function FollowChoice({ ticket, following, followers }: Props) {
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
        <p className={classes.followers}>{t.followers(formatList(followers))}</p>
      )}
    </>
  )
}
