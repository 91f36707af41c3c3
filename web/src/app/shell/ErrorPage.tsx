import { useRouteContext, useRouter, useSearch } from '@tanstack/react-router'
import { paths } from '#contract/paths.ts'
import { token } from '../../data/api.ts'
import { endCurrentSession } from '../../identity/session/session.ts'
import { shellMessages as t, useLanguage } from '../../messages/current.ts'
import { ownPath } from '../../navigation/ownPath.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import classes from './ErrorPage.module.css'

export type ErrorCode = 400 | 403 | 404 | 500 | 503

/** An error page with a link home; a visitor without a session can
 * also sign in, and a failure of the server can be retried. */
export function ErrorPage({ code }: { code: ErrorCode }) {
  useLanguage()
  const from = ownPath(useSearch({ strict: false }).from)
  const { me } = useRouteContext({ strict: false })
  const inAdmin =
    code === 403 && me?.isDomainAdmin ? from?.match(/^\/staff(?=$|[/?#])(.*)/)?.[1] : undefined
  const { history, navigate } = useRouter()
  const retry = () => (history.canGoBack() ? history.back() : void navigate({ to: paths.home }))
  async function signInAsOther() {
    void endCurrentSession()
    await navigate({ to: paths.login, search: { from } })
  }
  return (
    <Page title={t[`e${code}`]} about={t[`e${code}About`]}>
      <p className={classes.code} aria-hidden>
        {code}
      </p>
      {code === 403 && me && <p className={classes.user}>{t.signedInAs(me.email)}</p>}
      <div className={classes.buttons}>
        {code === 403 && !token.read() && (
          <LinkButton to={paths.login} search={{ from }}>
            {t.signIn}
          </LinkButton>
        )}
        {inAdmin !== undefined && <LinkButton to={`/admin${inAdmin}`}>{t.openInAdmin}</LinkButton>}
        {code === 403 && me && (
          <Button variant="plain" onClick={() => void signInAsOther()}>
            {t.signInAsOther}
          </Button>
        )}
        {code >= 500 && <Button onClick={retry}>{t.tryAgain}</Button>}
        <LinkButton to={paths.home} variant="plain">
          {t.backHome}
        </LinkButton>
      </div>
    </Page>
  )
}
