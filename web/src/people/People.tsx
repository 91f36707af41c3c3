import { IconPencil, IconSend, IconTrash, IconX } from '@tabler/icons-react'
import { type ComponentProps, type ReactElement, useState } from 'react'
import { CallError } from '../data/api.ts'
import { toast } from '../data/toasts.ts'
import { peopleMessages as t, uiMessages } from '../messages/current.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { AboutSubject, ConfirmOne } from '../ui/dialog/ConfirmDialog.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { Table } from '../ui/table/Table.tsx'
import { InviteContactDialog } from './InviteContactDialog.tsx'
import { ResendDialog, type ResendOutcome } from './ResendDialog.tsx'

type Person = {
  _id: string
  name: string
  surname: string
  email: string
  phone: string
  pending: boolean
  contact?: boolean
}

type PeopleActions<T> = {
  onEdit?: (person: T) => void
  onRemind: (
    person: T,
    email?: string,
  ) => Promise<{ message: string; activationLink?: string | undefined }>
  onRemove?: (person: T) => Promise<{ message: string }>
  canRemove?: (person: T) => boolean
  extraActions?: (person: T) => ReactElement | false
  texts: Record<'remove' | 'askRemove' | 'removeAbout' | 'revokeAbout', string>
}

type Props<T extends Person> = Omit<ComponentProps<typeof Table<T>>, 'actions'> & {
  changes: PeopleActions<T> | false
}

/** A list of people: contacts are invited, invited people reminded; with `onEdit` and `onRemove`
 * users are corrected and removed, and invitations revoked. Without `changes` it is read-only. */
export function People<T extends Person>({ changes, ...table }: Props<T>) {
  const removing = useDialog<T>()
  const resent = useDialog<ResendOutcome>()
  const asking = useDialog<T>()
  const [resendingId, setResendingId] = useState('')
  const { pending = false, contact = false } = removing.subject ?? {}
  if (!changes) return <Table {...table} />

  async function invite(person: T, onRemind: PeopleActions<T>['onRemind'], given?: string) {
    const { message, activationLink: link } = await onRemind(person, given)
    const email = given ?? person.email
    if (link) resent.open({ ...person, email, link, isFirst: isUninvited(person) })
    else toast.success(message)
  }

  async function resend(person: T, onRemind: PeopleActions<T>['onRemind']) {
    if (resendingId) return
    if (person.email === '') return asking.open(person)
    setResendingId(person._id)
    try {
      await invite(person, onRemind)
    } catch (error) {
      // any other: cancelled by the user
      if (error instanceof CallError) resent.open({ ...person, refusal: error.message })
    } finally {
      setResendingId('')
    }
  }

  const whatFollows = ({ revokeAbout, removeAbout }: PeopleActions<T>['texts']) => {
    if (contact) return pending ? t.revokeContactAbout : t.removeContactAbout
    return pending ? revokeAbout : removeAbout
  }

  return (
    <>
      <Table
        {...table}
        actions={person => (
          <PersonActions
            person={person}
            changes={changes}
            isResending={resendingId === person._id}
            onResend={() => void resend(person, changes.onRemind)}
            onRemove={() => removing.open(person)}
          />
        )}
      />
      <ConfirmOne
        dialog={removing}
        title={pending ? t.askRevoke : changes.texts.askRemove}
        about={person => (
          <AboutSubject
            name={nameOf(person)}
            lines={[person.email || person.phone, whatFollows(changes.texts)]}
          />
        )}
        confirmLabel={pending ? t.revoke : changes.texts.remove}
        danger
        onConfirm={async person => {
          const done = await changes.onRemove?.(person)
          if (done) toast.success(pending ? t.revoked : done.message)
        }}
      />
      <InviteContactDialog
        dialog={asking}
        onInvite={(person, email) => invite(person, changes.onRemind, email)}
      />
      <ResendDialog {...resent} />
    </>
  )
}

type ActionProps<T> = {
  person: T
  changes: PeopleActions<T>
  isResending: boolean
  onResend: () => void
  onRemove: () => void
}

const PersonActions = <T extends Person>({
  person,
  changes,
  isResending,
  onResend,
  onRemove,
}: ActionProps<T>) => (
  <>
    {changes.onEdit && (
      <IconButton
        icon={IconPencil}
        label={uiMessages.edit(nameOf(person))}
        onClick={() => changes.onEdit?.(person)}
      />
    )}
    {(person.pending || person.contact) && (
      <IconButton
        icon={IconSend}
        label={`${isUninvited(person) ? t.inviteContact : t.resend}: ${nameOf(person)}`}
        aria-busy={isResending}
        aria-disabled={isResending}
        onClick={onResend}
      />
    )}
    {changes.extraActions?.(person)}
    {changes.onRemove && (changes.canRemove?.(person) ?? true) && (
      <IconButton
        icon={person.pending ? IconX : IconTrash}
        label={`${person.pending ? t.revoke : changes.texts.remove}: ${nameOf(person)}`}
        onClick={onRemove}
      />
    )}
  </>
)

const isUninvited = ({ pending, contact = false }: Person) => contact && !pending

const nameOf = ({ name, surname }: Person) => `${name} ${surname}`.trim()
