import { Link } from '@tanstack/react-router'
import { sessionMessages as t } from '../../messages/current.ts'
import { paths } from '../../navigation/paths.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import classes from './forms.module.css'

type Props = { title: string; purpose: 'activate' | 'reset'; mail: string | undefined; problem: string }

/** A link that no longer works: shown before a password is chosen, with the next step. */
export function ExpiredLink({ title, purpose, mail, problem }: Props) {
  const search = { mail }
  const isInvitation = purpose === 'activate'
  const [next, other] = isInvitation ? [paths.login, paths.forgotPassword] : [paths.forgotPassword, paths.login]
  return (
    <Page title={title}>
      <div className={classes.notices} role="status">
        <Notice tone="wrong">{problem}</Notice>
      </div>
      <p className={classes.about}>{isInvitation ? t.inviteNextStep : t.resetNextStep}</p>
      <div className={classes.nextStep}>
        <LinkButton to={next} search={search} full>
          {isInvitation ? t.signIn : t.newLink}
        </LinkButton>
      </div>
      <p className={classes.after}>
        <Link to={other} search={search}>
          {isInvitation ? t.forgot : t.backToSignIn}
        </Link>
      </p>
    </Page>
  )
}
