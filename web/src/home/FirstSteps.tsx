import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FirstSteps as Steps } from '#contract/home.ts'
import { paths } from '#contract/paths.ts'
import { localStore } from '../browser/localStore.ts'
import { useMe } from '../identity/session/session.ts'
import { homeMessages as t } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { focusTitle } from '../ui/layout/focusTitle.ts'
import { Section } from '../ui/layout/Section.tsx'
import classes from './FirstSteps.module.css'

/** A new vendor's first steps, until they are done or hidden.
 * Steps that need a company have no link before there is one. */
export function FirstSteps({ steps: { company, ...done } }: { steps: Steps }) {
  const key = `firstSteps:${useMe()._id}`
  const [isHidden, setHidden] = useState(localStore.read(key) === 'hidden')
  const steps: { done: boolean; what: string; to: string | null }[] = [
    { done: company !== null, what: t.addCompany, to: paths.companies('admin') },
    { done: done.machine, what: t.addMachine, to: paths.catalogue },
    {
      done: done.assigned,
      what: t.assignMachine,
      to: company && paths.companyMachines('admin', company),
    },
    { done: done.user, what: t.inviteUser, to: company && paths.inviteUser('admin', company) },
    { done: done.staff, what: t.inviteStaff, to: paths.inviteColleague },
  ]
  if (isHidden || steps.every(({ done }) => done)) return null

  function hideSteps() {
    localStore.write(key, 'hidden')
    setHidden(true)
    focusTitle()
  }

  return (
    <div className={classes.steps}>
      <Section
        title={t.firstSteps}
        aside={
          <Button
            variant="quiet"
            small
            aria-label={`${t.hide}: ${t.firstSteps}`}
            onClick={hideSteps}
          >
            {t.hide}
          </Button>
        }
      >
        <p className={classes.about}>{t.firstStepsAbout}</p>
        <ol>
          {steps.map(({ done, what, to }) => (
            <li
              key={what}
              data-dim={done || to === null || undefined}
              data-done={done || undefined}
            >
              {done ? <IconCircleCheck aria-hidden /> : <IconCircle aria-hidden />}
              {done || to === null ? <span>{what}</span> : <Link to={to}>{what}</Link>}
              {!done && to === null && <small>{t.afterCompany}</small>}
              {done && <span className="sr-only">{` (${t.done})`}</span>}
            </li>
          ))}
        </ol>
      </Section>
    </div>
  )
}
