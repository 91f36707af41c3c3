import { useSearch } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import classes from './forms.module.css'
import { sessionMessages as t } from './messages.ts'

export default function InviteSuccessPage() {
  const { mail } = useSearch({ strict: false }) as { mail?: string }
  return (
    <Page title={t.doneTitle}>
      <div className={classes.notices} role="status">
        <Notice tone="good">{mail ? t.done(mail) : t.doneNameless}</Notice>
      </div>
      <LinkButton to={paths.login} search={mail ? { mail } : {}} full>
        {t.signIn}
      </LinkButton>
    </Page>
  )
}
