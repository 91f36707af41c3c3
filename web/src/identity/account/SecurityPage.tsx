import { secondFactor } from '#contract/second-factor.ts'
import { securityMessages as t } from '../../messages/current.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { SecondFactorSection } from '../second-factor/SecondFactorSection.tsx'
import { useIsAllowed } from '../session/session.ts'
import classes from '../sign-in/forms.module.css'
import { OwnSessions } from './OwnSessions.tsx'

export default function SecurityPage() {
  return (
    <Page title={t.title} about={t.about} width="reading">
      <div className={classes.sections}>
        {useIsAllowed(secondFactor.status) && <SecondFactorSection />}
        <OwnSessions />
      </div>
    </Page>
  )
}
