import { peopleMessages as t, userMessages } from '../messages/current.ts'
import { Tag } from '../ui/controls/Tag.tsx'
import classes from './PersonName.module.css'

type Props = {
  name: string
  surname: string
  pending: boolean
  contact?: boolean
  undeliverable: boolean
  me?: boolean
}

/** A person's name, whether it is the user (`me`), whether the invitation is
 * pending, whether they cannot sign in, and whether mails come back. */
export const PersonName = ({
  name,
  surname,
  pending,
  contact = false,
  undeliverable,
  me = false,
}: Props) => (
  <span className={classes.person}>
    <bdi className={classes.name}>{`${name} ${surname}`}</bdi>
    {me && <Tag tone="accent">{t.you}</Tag>}
    {pending && <Tag tone="soon">{userMessages.pending}</Tag>}
    {contact && !pending && <Tag tone="idle">{userMessages.contact}</Tag>}
    {undeliverable && <Tag tone="wrong">{t.undeliverable}</Tag>}
  </span>
)
