import { IconDownload, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { File } from '#contract/files.ts'
import { fileMessages as t, uiMessages } from '../messages/current.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { IconLink } from '../ui/controls/IconLink.tsx'
import { ConfirmOne } from '../ui/dialog/ConfirmOne.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { type Column, Table } from '../ui/table/Table.tsx'
import type { TableModel } from '../ui/table/useTable.ts'
import { formatDateTime, formatFileSize } from '../ui/text/format.ts'
import { FileName } from './FileName.tsx'
import { PreviewButton } from './PreviewButton.tsx'

type Props<F> = {
  list: TableModel<F>
  extraColumns?: Column<F>[]
  filter?: ReactNode
  empty: ReactNode
  /** Deletes a file, where the user is authorised; `canRemove` says which files, all where it is missing. */
  remove?: ((file: F) => Promise<unknown>) | false
  canRemove?: (file: F) => boolean
  removeAbout?: string
}

/** A machine's files: all users view and download them, authorised users delete them. */
export function FileTable<F extends File>({
  list,
  extraColumns = [],
  filter,
  empty,
  remove = false,
  canRemove = () => true,
  removeAbout,
}: Props<F>) {
  const removing = useDialog<F>()
  return (
    <>
      <Table
        list={list}
        label={t.files}
        columns={[
          { id: 'fileName', label: t.file, render: file => <FileName file={file} /> },
          ...extraColumns,
          { id: 'fileSize', label: t.size, align: 'end', render: file => <span className="figures">{formatFileSize(file.fileSize)}</span> },
          { id: 'uploadDate', label: t.date, render: file => <time>{formatDateTime(file.uploadDate)}</time> },
        ]}
        actions={file => (
          <>
            <PreviewButton file={file} />
            {file.state === 'ready' && (
              <IconLink label={t.download(file.fileName)} href={file.signedURL} download={file.fileName}>
                <IconDownload aria-hidden />
              </IconLink>
            )}
            {remove && canRemove(file) && (
              <IconButton label={uiMessages.delete(file.fileName)} onClick={() => removing.open(file)}>
                <IconTrash aria-hidden />
              </IconButton>
            )}
          </>
        )}
        filter={filter}
        empty={empty}
      />
      {remove && (
        <ConfirmOne
          dialog={removing}
          title={t.askDelete}
          about={file => (
            <>
              <p>
                <strong>{file.fileName}</strong>
              </p>
              <p>{removeAbout}</p>
            </>
          )}
          confirmLabel={t.deleteFile}
          danger
          onConfirm={remove}
        />
      )}
    </>
  )
}
