import { peopleMessages as t } from '../messages/current.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import type { DialogState } from '../ui/dialog/useDialog.ts'
import { Notice } from '../ui/layout/Notice.tsx'
import { InvitationLink } from './InvitationLink.tsx'
import classes from './Invited.module.css'

/** Why an invitation was not sent again, or the new link to pass on. */
export type ResendOutcome = {
  name: string
  surname: string
  email: string
  refusal?: string
  link?: string
}

export function ResendDialog({ opened, subject, close }: DialogState<ResendOutcome>) {
  const { name = '', surname = '', email = '', refusal, link = '' } = subject ?? {}
  const fullName = `${name} ${surname}`.trim()
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={refusal ? t.notResent(fullName) : t.resent(fullName)}
    >
      {refusal ? (
        <div role="alert">
          <Notice tone="wrong">{refusal}</Notice>
        </div>
      ) : (
        <div className={classes.invited}>
          <Notice tone="idle">{t.resentByHand(email)}</Notice>
          <InvitationLink link={link} />
        </div>
      )}
    </Dialog>
  )
}
