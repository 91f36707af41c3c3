import { useRouter, useSearch } from '@tanstack/react-router'
import { token } from '../../data/api.ts'
import { ownPath } from '../../navigation/ownPath.ts'
import { paths } from '../../navigation/paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import classes from './ErrorPage.module.css'
import { shellMessages as t } from './messages.ts'

const texts = {
  400: [t.e400, t.e400About],
  403: [t.e403, t.e403About],
  404: [t.e404, t.e404About],
  500: [t.e500, t.e500About],
  503: [t.e503, t.e503About],
} as const
export type ErrorCode = keyof typeof texts

/** An error page with a link home; a visitor without a session can also sign in, and a failure of the server can be retried. */
export function ErrorPage({ code }: { code: ErrorCode }) {
  const from = ownPath((useSearch({ strict: false }) as { from?: string }).from)
  const { history, navigate } = useRouter()
  const retry = () => (history.canGoBack() ? history.back() : void navigate({ to: paths.home }))
  const [title, about] = texts[code]
  return (
    <Page title={title} about={<p className={classes.about}>{about}</p>}>
      <p className={classes.code} aria-hidden>
        {code}
      </p>
      <div className={classes.buttons}>
        {code === 403 && !token.read() && (
          <LinkButton to={paths.login} search={from ? { from } : {}}>
            {t.signIn}
          </LinkButton>
        )}
        {code >= 500 && <Button onClick={retry}>{t.tryAgain}</Button>}
        <LinkButton to={paths.home} variant="plain">
          {t.backHome}
        </LinkButton>
      </div>
    </Page>
  )
}
