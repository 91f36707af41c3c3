import { useSearch } from '@tanstack/react-router'
import { sessionMessages as t } from '../../messages/current.ts'
import { paths } from '../../navigation/paths.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import classes from './forms.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    passwordSaved?: true
  }
}

export default function InviteSuccessPage() {
  const { mail } = useSearch({ strict: false })
  return (
    <Page title={t.doneTitle}>
      <div className={classes.notices} role="status">
        <Notice tone="good">{t.passwordSaved}</Notice>
      </div>
      {mail && <p className={classes.about}>{t.done(mail)}</p>}
      <div className={classes.nextStep}>
        <LinkButton to={paths.login} search={{ mail }} full>
          {t.signIn}
        </LinkButton>
      </div>
    </Page>
  )
}
