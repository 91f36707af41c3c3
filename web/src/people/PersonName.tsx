import { Tag } from '../ui/controls/Tag.tsx'
import classes from './PersonName.module.css'
import { userMessages as t } from './userMessages.ts'

type Props = { name: string; surname: string; pending: boolean /** It is the reader. */; me?: boolean }

/** Somebody's name, and whether they have come yet. */
export const PersonName = ({ name, surname, pending, me = false }: Props) => (
  <span className={classes.person}>
    <span className={classes.name}>{`${name} ${surname}`}</span>
    {me && <Tag tone="accent">{t.you}</Tag>}
    {pending && <Tag tone="soon">{t.pending}</Tag>}
  </span>
)
