import { NameLink } from '../controls/NameLink.tsx'
import { WrittenText } from '../text/WrittenText.tsx'
import classes from './RowName.module.css'

/** The name of a row, which opens it, and the beginning of a longer text under it. */
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
