import { useState } from 'react'
import { type Colleague, ColleagueDetails, type TeamRole, team } from '#contract/people.ts'
import { useRouteMutationInPlace } from '../data/queries.ts'
import { useMe } from '../identity/session/session.ts'
import { peopleMessages, teamMessages as t } from '../messages/current.ts'
import { FormDialog } from '../ui/dialog/FormDialog.tsx'
import { type DialogState, useDialog } from '../ui/dialog/useDialog.ts'
import { sendChanged } from '../ui/form/sendChanged.ts'
import { Notice } from '../ui/layout/Notice.tsx'
import { PersonFields } from './PersonFields.tsx'
import { ResendDialog, type ResendOutcome } from './ResendDialog.tsx'
import { RoleField } from './RoleField.tsx'

export function ColleagueDialog({ dialog }: { dialog: DialogState<Colleague> }) {
  const colleague = dialog.subject
  const id = colleague?._id ?? ''
  const update = useRouteMutationInPlace(team.update, response => response.message)
  const invited = useDialog<ResendOutcome>()
  return (
    <>
      <FormDialog
        dialog={dialog}
        title={t.editColleague}
        schema={ColleagueDetails}
        initial={colleague}
        submit={peopleMessages.save}
        onSubmit={(body, before) =>
          sendChanged(before, body, id, async changed => {
            const { activationLink: link, ...person } = await update({
              params: { user: id },
              body: changed,
            })
            if (link) invited.open({ ...person, link })
          })
        }
      >
        <PersonFields emailHint={peopleMessages.emailHint} />
        {colleague && <RoleWithConsequence colleague={colleague} />}
      </FormDialog>
      <ResendDialog {...invited} />
    </>
  )
}

function RoleWithConsequence({ colleague }: { colleague: Colleague }) {
  const me = useMe()
  const [role, setRole] = useState<TeamRole>(colleague.role)
  return (
    <>
      <RoleField onRole={setRole} />
      <div role="status">
        {role !== colleague.role && !colleague.pending && (
          <Notice tone="idle">{colleague._id === me._id ? t.ownRoleAbout : t.newRoleAbout}</Notice>
        )}
      </div>
    </>
  )
}
