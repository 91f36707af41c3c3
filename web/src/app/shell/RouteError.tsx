import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { use, useCallback, useEffect } from 'react'
import { CallError } from '../../data/api.ts'
import { shellMessages as t, useLanguage } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Framed } from '../../ui/layout/Framed.ts'
import { Page } from '../../ui/layout/Page.tsx'
import classes from './RouteError.module.css'

/** The router's error component. Where only the connection
 * is missing, it retries on the browser's `online` event. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  useLanguage()
  const router = useRouter()
  const framed = use(Framed)
  const Content = framed ? 'div' : 'main'
  const isTransient = error instanceof CallError && error.isTransient
  const [title, about] = !isTransient
    ? [t.e500, t.e500About]
    : navigator.onLine
      ? [t.e503, t.e503About]
      : [t.offline, t.offlineAbout]

  const retry = useCallback(() => {
    reset()
    void router.invalidate()
  }, [reset, router])
  useEffect(() => {
    if (!isTransient) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isTransient, retry])

  return (
    <Content className={framed ? undefined : classes.broken}>
      <Page title={title} width="reading">
        <p className={classes.about}>{about}</p>
        <Button onClick={retry}>{t.tryAgain}</Button>
      </Page>
    </Content>
  )
}
