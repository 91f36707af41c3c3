import classes from './Loading.module.css'
import { shellMessages as t } from './messages.ts'

/** Shown while it is not yet known who is asking, or while a page is on its way. */
export const Loading = () => (
  <p className={classes.loading} role="status">
    {t.loading}
  </p>
)
