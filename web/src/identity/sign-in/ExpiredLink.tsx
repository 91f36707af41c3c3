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
  return (
    <Page title={title}>
      <div className={classes.notices} role="status">
        <Notice tone="wrong">{problem}</Notice>
      </div>
      <p className={classes.about}>{purpose === 'activate' ? t.inviteNextStep : t.resetNextStep}</p>
      <div className={classes.nextStep}>
        {purpose === 'activate' ? (
          <LinkButton to={paths.login} search={search} full>
            {t.signIn}
          </LinkButton>
        ) : (
          <LinkButton to={paths.forgotPassword} search={search} full>
            {t.newLink}
          </LinkButton>
        )}
      </div>
      <p className={classes.after}>
        {purpose === 'activate' ? (
          <Link to={paths.forgotPassword} search={search}>
            {t.forgot}
          </Link>
        ) : (
          <Link to={paths.login} search={search}>
            {t.backToSignIn}
          </Link>
        )}
      </p>
    </Page>
  )
}
