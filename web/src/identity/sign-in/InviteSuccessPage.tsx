import { Link, useLocation, useRouteContext, useSearch } from '@tanstack/react-router'
import { paths } from '#contract/paths.ts'
import { sessionMessages as t } from '../../messages/current.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { hasAddress, landingPath } from '../session/session.ts'
import classes from './forms.module.css'
import { OtherSession } from './OtherSession.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The server's message about the password that was just saved. */
    passwordSaved?: string
  }
}

/** After a password was saved it says so, and the user is signed in;
 * a visitor whom nothing led here reads what to do next. */
export default function InviteSuccessPage({
  text,
}: {
  text: 'invitedBefore' | 'registeredBefore'
}) {
  const { mail } = useSearch({ strict: false })
  const { passwordSaved } = useLocation().state
  const { me } = useRouteContext({ strict: false })
  const own = me && hasAddress(me, mail) ? me : null
  return (
    <Page {...(passwordSaved ? { title: t.doneTitle } : { title: t.accountTitle, about: t[text] })}>
      <div className={classes.notices} role="status">
        {passwordSaved && <Notice tone="good">{passwordSaved}</Notice>}
        {mail && <OtherSession isFor={me => hasAddress(me, mail)} />}
      </div>
      {mail && <p className={classes.about}>{t.done(mail)}</p>}
      <div className={classes.nextStep}>
        {own ? (
          <LinkButton to={landingPath(own)} full>
            {t.goOn}
          </LinkButton>
        ) : (
          <LinkButton to={paths.login} search={{ mail }} full>
            {t.signIn}
          </LinkButton>
        )}
      </div>
      {!passwordSaved && (
        <p className={classes.after}>
          <Link to={paths.home}>{t.backHome}</Link>
        </p>
      )}
    </Page>
  )
}
