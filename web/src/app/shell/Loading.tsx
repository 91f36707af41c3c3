import { shellMessages as t, useLanguage } from '../../messages/current.ts'
import classes from './Loading.module.css'

/** Shown while the session or a page's code is loading. */
export function Loading() {
  useLanguage()
  return (
    <p className={classes.loading} role="status">
      {t.loading}
    </p>
  )
}
