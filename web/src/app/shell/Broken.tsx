import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { use, useCallback, useEffect } from 'react'
import { CallFailed } from '../../data/api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Framed } from '../../ui/layout/Framed.ts'
import { Page } from '../../ui/layout/Page.tsx'
import classes from './Broken.module.css'
import { shellMessages as t } from './messages.ts'

/** Stands in for a page that broke, or that could not begin. Where only the connection is missing, it comes by itself once that is back. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const Content = use(Framed) ? 'div' : 'main'
  const passing = error instanceof CallFailed && error.passing
  const [title, about] = !passing ? [t.e500, t.e500About] : navigator.onLine ? [t.e503, t.e503About] : [t.offline, t.offlineAbout]

  const again = useCallback(() => {
    reset()
    void router.invalidate()
  }, [reset, router])
  useEffect(() => {
    if (!passing) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [passing, again])

  return (
    <Content className={classes.broken}>
      <Page title={title} width="reading">
        <p className={classes.about}>{about}</p>
        <Button onClick={again}>{t.tryAgain}</Button>
      </Page>
    </Content>
  )
}
