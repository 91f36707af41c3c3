import { NameLink } from './NameLink.tsx'
import classes from './RowName.module.css'
import { WrittenText } from './WrittenText.tsx'

/** The name of a row, which opens it, and under it the beginning of a longer text. */
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
