import { peopleMessages as t } from '../messages/current.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import type { DialogState } from '../ui/dialog/useDialog.ts'
import { Notice } from '../ui/layout/Notice.tsx'
import { InvitationLink } from './InvitationLink.tsx'
import classes from './Invited.module.css'

/** Why an invitation was not sent, or the link to pass on; of a contact it is the first one. */
export type ResendOutcome = {
  name: string
  surname: string
  email: string
  isFirst?: boolean
  refusal?: string
  link?: string
}

export function ResendDialog({ opened, subject, close }: DialogState<ResendOutcome>) {
  const { name = '', surname = '', email = '', isFirst, refusal, link = '' } = subject ?? {}
  const fullName = `${name} ${surname}`.trim()
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={(refusal ? t.notResent : isFirst ? t.invited : t.resent)(fullName)}
    >
      {refusal ? (
        <div role="alert">
          <Notice tone="wrong">{refusal}</Notice>
        </div>
      ) : (
        <div className={classes.invited}>
          <Notice tone="idle">{(isFirst ? t.invitedByHand : t.resentByHand)(email)}</Notice>
          <InvitationLink link={link} />
        </div>
      )}
    </Dialog>
  )
}
