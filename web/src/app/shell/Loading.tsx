import classes from './Loading.module.css'
import { shellMessages as t } from './messages.ts'

/** Shown while the session or a page's code is loading. */
export const Loading = () => (
  <p className={classes.loading} role="status">
    {t.loading}
  </p>
)
