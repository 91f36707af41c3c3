import { NameLink } from '../controls/NameLink.tsx'
import { WrittenText } from '../text/WrittenText.tsx'
import classes from './RowName.module.css'

export const RowName = ({ to, name, more }: { to: string; name: string; more: string }) => (
  <div>
    <NameLink to={to}>{name}</NameLink>
    {more && (
      <div className={classes.more}>
        <WrittenText text={more} />
      </div>
    )}
  </div>
)
