import { paths } from '../../navigation/paths.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import classes from './forms.module.css'
import { sessionMessages as t } from './messages.ts'

export default function RegistrationSuccessPage() {
  return (
    <Page title={t.verifiedTitle}>
      <div className={classes.notices} role="status">
        <Notice tone="good">{t.verified}</Notice>
      </div>
      <p className={classes.about}>{t.settingsInMenu}</p>
      <div className={classes.nextStep}>
        <LinkButton to={paths.home} full>
          {t.toHome}
        </LinkButton>
      </div>
    </Page>
  )
}
