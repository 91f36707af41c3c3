import { IconColumns3 } from '@tabler/icons-react'
import { lazy } from 'react'
import { ticketMessages as t } from '../../messages/current.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'
import classes from './ColumnsButton.module.css'

const ColumnChoice = lazy(() => import('./ColumnChoice.tsx'))

/** Where the queue has columns, which of them it shows. */
export function ColumnsButton() {
  const dialog = useDialog()
  return (
    <>
      <IconButton
        className={classes.button ?? ''}
        icon={IconColumns3}
        label={t.columns}
        aria-haspopup="dialog"
        onClick={() => dialog.open()}
      />
      <Dialog opened={dialog.opened} title={t.columns} onClose={dialog.close}>
        <ColumnChoice />
      </Dialog>
    </>
  )
}
