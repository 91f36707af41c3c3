import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { CallFailed } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'
import classes from './Broken.module.css'
import { shellMessages as t } from './messages.ts'

/** Stands in for a page that broke, or that could not begin. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const passing = error instanceof CallFailed && error.passing
  const again = async () => {
    reset()
    await router.invalidate()
  }
  return (
    <main className={classes.broken}>
      <Page title={passing ? t.e503 : t.e500} width="reading">
        <p className={classes.about}>{passing ? t.e503About : t.e500About}</p>
        <Button onClick={() => void again()}>{t.tryAgain}</Button>
      </Page>
    </main>
  )
}
