import { useLocation, useSearch } from '@tanstack/react-router'
import { paths } from '../../navigation/paths.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import classes from './forms.module.css'
import { sessionMessages as t } from './messages.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The server's response to the new password. */
    message?: string
  }
}

export default function InviteSuccessPage() {
  const { mail } = useSearch({ strict: false }) as { mail?: string }
  const { message } = useLocation().state
  return (
    <Page title={t.doneTitle}>
      <div className={classes.notices} role="status">
        <Notice tone="good">{message ?? t.doneWithoutName}</Notice>
      </div>
      {mail && <p className={classes.about}>{t.done(mail)}</p>}
      <div className={classes.nextStep}>
        <LinkButton to={paths.login} search={mail ? { mail } : {}} full>
          {t.signIn}
        </LinkButton>
      </div>
    </Page>
  )
}
