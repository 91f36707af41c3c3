import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Me } from '#contract/identity.ts'
import { paths } from '#contract/paths.ts'
import { EmailLink, profile } from '#contract/profile.ts'
import {
  lastingData,
  queryClient,
  useRouteMutationInPlace,
  useRouteQuery,
} from '../../data/queries.ts'
import { sessionMessages as t } from '../../messages/current.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { EmailField } from '../../ui/form/TextField.tsx'
import { focusTitle } from '../../ui/layout/focusTitle.ts'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { hasAddress, landingPath, loadMe, meQuery } from '../session/session.ts'
import classes from './forms.module.css'

type Done = { message: string; own: Me | null }

/** The page of the link to a new address: it asks first, as mail scanners follow links. */
export default function ConfirmEmailPage() {
  const { token = '', mail = '' } = useSearch({ strict: false })
  const link = { token, email: mail }
  const isComplete = token !== '' && mail !== ''
  const [done, setDone] = useState<Done | null>(null)
  const confirm = useRouteMutationInPlace(profile.confirmEmail)
  const check = useRouteQuery(
    profile.checkEmail,
    { body: link },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, meta: lastingData, enabled: isComplete },
  )

  async function send() {
    const { message } = await confirm({ body: link })
    queryClient.removeQueries({ queryKey: meQuery.queryKey }) // it has the former address
    const me = await loadMe().catch(() => null)
    flushSync(() => setDone({ message, own: me && hasAddress(me, mail) ? me : null }))
    focusTitle()
  }

  if (done) return <Confirmed {...done} mail={mail} />
  if (!isComplete || check.data?.works === false)
    return (
      <Page title={t.confirmEmailTitle}>
        <div className={classes.notices} role="status">
          <Notice tone="wrong">
            <p>{isComplete ? t.linkEnded : t.linkMissing}</p>
            <p>{t.confirmEmailNextStep}</p>
          </Notice>
        </div>
        <ToSignIn mail={mail} />
      </Page>
    )
  return (
    <Page title={t.confirmEmailTitle} about={t.confirmEmailAbout}>
      <QueryBoundary query={check} skeleton={<Skeleton lines={2} height={44} gap={16} />}>
        {() => (
          <Form
            schema={EmailLink}
            initial={{ email: mail }}
            extra={link}
            submit={t.confirmEmail}
            full
            onSubmit={send}
          >
            <EmailField name="email" label={t.newEmail} autoComplete="username" readOnly />
          </Form>
        )}
      </QueryBoundary>
      <ToSignIn mail={mail} />
    </Page>
  )
}

const Confirmed = ({ message, own, mail }: Done & { mail: string }) => (
  <Page title={t.emailConfirmedTitle}>
    <div className={classes.notices} role="status">
      <Notice tone="good">{message}</Notice>
    </div>
    {own ? (
      <LinkButton to={landingPath(own)} full>
        {t.goOn}
      </LinkButton>
    ) : (
      <LinkButton to={paths.login} search={{ mail }} full>
        {t.signIn}
      </LinkButton>
    )}
  </Page>
)

const ToSignIn = ({ mail }: { mail: string }) => (
  <p className={classes.after}>
    <Link to={paths.login} search={{ mail: mail || undefined }}>
      {t.backToSignIn}
    </Link>
  </p>
)
