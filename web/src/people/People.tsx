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

/** What can be done about the people of a list, and in which words it is asked. */
type Changes<T> = {
  onRemind: (person: T) => Promise<{ message: string; activationLink?: string | undefined }>
  onRemove: (person: T) => Promise<{ message: string }>
  mayRemove?: (person: T) => boolean
  /** What else can be done about somebody. */
  also?: (person: T) => ReactNode
  remove: string
  askRemove: string
  removeAbout: string
  revokeAbout: string
}

/** People in a list: who has come is removed, who has not is reminded, or their invitation revoked. Without `changes` it is only read. */
export function People<T extends Person>({
  changes,
  ...table
}: Omit<ComponentProps<typeof Table<T>>, 'actions'> & { changes?: Changes<T> | undefined }) {
  if (!changes) return <Table {...table} />
  return <Changeable changes={changes} {...table} />
}

function Changeable<T extends Person>({ changes, ...table }: Omit<ComponentProps<typeof Table<T>>, 'actions'> & { changes: Changes<T> }) {
  const removing = useDialog<T>()
  const passing = useDialog<{ person: T; link: string }>()
  const [reminded, setReminded] = useState('')
  const { pending = false } = removing.of ?? {}

  async function remind(person: T) {
    if (reminded) return
    setReminded(person._id)
    try {
      const { message, activationLink: link } = await changes.onRemind(person)
      if (link) passing.open({ person, link })
      else toast.success(message)
    } catch {
      // Said already, as every failed change is; there is nothing to take back.
    } finally {
      setReminded('')
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
                aria-busy={reminded === person._id}
                aria-disabled={reminded === person._id}
                onClick={() => void remind(person)}
              >
                <IconSend aria-hidden />
              </IconButton>
            )}
            {changes.also?.(person)}
            {(changes.mayRemove?.(person) ?? true) && (
              <IconButton label={`${person.pending ? t.revoke : changes.remove}: ${nameOf(person)}`} onClick={() => removing.open(person)}>
                {person.pending ? <IconX aria-hidden /> : <IconTrash aria-hidden />}
              </IconButton>
            )}
          </>
        )}
      />
      <ConfirmOne
        dialog={removing}
        ask={pending ? t.askRevoke : changes.askRemove}
        about={person => (
          <>
            <p>
              <strong>{nameOf(person)}</strong>
            </p>
            <p>{person.email}</p>
            <p>{pending ? changes.revokeAbout : changes.removeAbout}</p>
          </>
        )}
        yes={pending ? t.revoke : changes.remove}
        danger
        onYes={remove}
      />
      <Dialog opened={passing.opened} onClose={passing.close} title={t.resent(passing.of ? nameOf(passing.of.person) : '')}>
        <div className={classes.invited}>
          <Notice tone="idle">{t.resentByHand(passing.of?.person.email ?? '')}</Notice>
          <PassOnLink link={passing.of?.link ?? ''} />
        </div>
      </Dialog>
    </>
  )
}

const nameOf = ({ name, surname }: Person) => `${name} ${surname}`.trim()
