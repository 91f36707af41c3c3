import { IconSend, IconTrash, IconX } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { toast } from '../data/toasts.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { ConfirmOne } from '../ui/dialog/ConfirmOne.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { Notice } from '../ui/layout/Notice.tsx'
import { Table } from '../ui/table/Table.tsx'
import classes from './Invited.module.css'
import { PassOnLink } from './PassOnLink.tsx'
import { userMessages as t } from './userMessages.ts'

type Person = { _id: string; name: string; surname: string; email: string; pending: boolean }

/** The actions on the people of a list, and their texts. */
type PeopleActions<T> = {
  onRemind: (person: T) => Promise<{ message: string; activationLink?: string | undefined }>
  onRemove: (person: T) => Promise<{ message: string }>
  canRemove?: (person: T) => boolean
  /** Further actions on a person. */
  extraActions?: (person: T) => ReactNode
  remove: string
  askRemove: string
  removeAbout: string
  revokeAbout: string
}

/** A list of people: users are removed, invited people are reminded, or their invitation revoked. Without `changes` it is read-only. */
export function People<T extends Person>({
  changes,
  ...table
}: Omit<ComponentProps<typeof Table<T>>, 'actions'> & { changes?: PeopleActions<T> | undefined }) {
  if (!changes) return <Table {...table} />
  return <EditablePeople changes={changes} {...table} />
}

function EditablePeople<T extends Person>({
  changes,
  ...table
}: Omit<ComponentProps<typeof Table<T>>, 'actions'> & { changes: PeopleActions<T> }) {
  const removing = useDialog<T>()
  const linkDialog = useDialog<{ person: T; link: string }>()
  const [remindingId, setRemindingId] = useState('')
  const { pending = false } = removing.subject ?? {}

  async function remind(person: T) {
    if (remindingId) return
    setRemindingId(person._id)
    try {
      const { message, activationLink: link } = await changes.onRemind(person)
      if (link) linkDialog.open({ person, link })
      else toast.success(message)
    } catch {
      // The mutation cache has announced the failure; there is nothing to roll back.
    } finally {
      setRemindingId('')
    }
  }

  async function remove(person: T) {
    const { message } = await changes.onRemove(person)
    toast.success(pending ? t.revoked : message)
  }

  return (
    <>
      <Table
        {...table}
        actions={person => (
          <>
            {person.pending && (
              <IconButton
                label={`${t.resend}: ${nameOf(person)}`}
                aria-busy={remindingId === person._id}
                aria-disabled={remindingId === person._id}
                onClick={() => void remind(person)}
              >
                <IconSend aria-hidden />
              </IconButton>
            )}
            {changes.extraActions?.(person)}
            {(changes.canRemove?.(person) ?? true) && (
              <IconButton label={`${person.pending ? t.revoke : changes.remove}: ${nameOf(person)}`} onClick={() => removing.open(person)}>
                {person.pending ? <IconX aria-hidden /> : <IconTrash aria-hidden />}
              </IconButton>
            )}
          </>
        )}
      />
      <ConfirmOne
        dialog={removing}
        title={pending ? t.askRevoke : changes.askRemove}
        about={person => (
          <>
            <p>
              <strong>{nameOf(person)}</strong>
            </p>
            <p>{person.email}</p>
            <p>{pending ? changes.revokeAbout : changes.removeAbout}</p>
          </>
        )}
        confirmLabel={pending ? t.revoke : changes.remove}
        danger
        onConfirm={remove}
      />
      <Dialog
        opened={linkDialog.opened}
        onClose={linkDialog.close}
        title={t.resent(linkDialog.subject ? nameOf(linkDialog.subject.person) : '')}
      >
        <div className={classes.invited}>
          <Notice tone="idle">{t.resentByHand(linkDialog.subject?.person.email ?? '')}</Notice>
          <PassOnLink link={linkDialog.subject?.link ?? ''} />
        </div>
      </Dialog>
    </>
  )
}

const nameOf = ({ name, surname }: Person) => `${name} ${surname}`.trim()
