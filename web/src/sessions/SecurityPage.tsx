import { secondFactor } from '#contract/second-factor.ts'
import { SecondFactorPart } from '../second-factor/SecondFactorPart.tsx'
import { Page } from '../ui/Page.tsx'
import classes from './forms.module.css'
import { OwnSessions } from './OwnSessions.tsx'
import { securityMessages as t } from './securityMessages.ts'
import { useMay } from './session.ts'

/** How somebody's own account is kept safe. */
export default function SecurityPage() {
  return (
    <Page title={t.title} about={<p className={classes.about}>{t.about}</p>} width="reading">
      <div className={classes.parts}>
        {useMay(secondFactor.status) && <SecondFactorPart />}
        <OwnSessions />
      </div>
    </Page>
  )
}
