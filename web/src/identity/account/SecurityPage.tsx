import { secondFactor } from '#contract/second-factor.ts'
import { securityMessages as t } from '../../messages/current.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { SecondFactorPart } from '../second-factor/SecondFactorPart.tsx'
import { useIsAllowed } from '../session/session.ts'
import classes from '../sign-in/forms.module.css'
import { OwnSessions } from './OwnSessions.tsx'

export default function SecurityPage() {
  return (
    <Page title={t.title} about={<p className={classes.about}>{t.about}</p>} width="reading">
      <div className={classes.parts}>
        {useIsAllowed(secondFactor.status) && <SecondFactorPart />}
        <OwnSessions />
      </div>
    </Page>
  )
}
