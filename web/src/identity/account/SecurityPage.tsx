import { useSearch } from '@tanstack/react-router'
import { secondFactor } from '#contract/identity.ts'
import { shellMessages, securityMessages as t } from '../../messages/current.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { SecondFactorSection } from '../second-factor/SecondFactorSection.tsx'
import { hasAddress, useCanAdminister } from '../session/session.ts'
import classes from '../sign-in/forms.module.css'
import { OtherSession } from '../sign-in/OtherSession.tsx'
import { OwnSessions } from './OwnSessions.tsx'

/** `mail` in the address: the recipient of the mail that has led here. */
export default function SecurityPage() {
  const { mail } = useSearch({ strict: false })
  return (
    <Page title={shellMessages.security} about={t.about} width="reading">
      <div className={classes.sections}>
        {mail && <OtherSession isFor={me => hasAddress(me, mail)} />}
        {useCanAdminister(secondFactor.status) && <SecondFactorSection />}
        <OwnSessions />
      </div>
    </Page>
  )
}
