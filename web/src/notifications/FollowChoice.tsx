import { type Following, notifications } from '#contract/notifications.ts'
import { useRouteMutation } from '../data/queries.ts'
import { notificationMessages as t } from '../messages/current.ts'
import { Select } from '../ui/controls/Select.tsx'

const options: Following[] = ['default', 'follow', 'mute']

export function FollowChoice({ ticket, following }: { ticket: string; following: Following }) {
  const follow = useRouteMutation(notifications.follow, ({ message }) => message)
  return (
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
  )
}
