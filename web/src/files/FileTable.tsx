import { IconDownload, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { File } from '#contract/files.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { IconLink } from '../ui/controls/IconLink.tsx'
import { ConfirmOne } from '../ui/dialog/ConfirmOne.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { uiMessages } from '../ui/messages.ts'
import { type Column, Table } from '../ui/table/Table.tsx'
import type { TableOf } from '../ui/table/useTable.ts'
import { dateTime, fileSize } from '../ui/text/format.ts'
import { FileName } from './FileName.tsx'
import { fileMessages as t } from './messages.ts'
import { PreviewButton } from './PreviewButton.tsx'

type Props<F> = {
  of: TableOf<F>
  /** Columns of its own, after the name. */
  more?: Column<F>[]
  filter?: ReactNode
  empty: ReactNode
  /** Deletes a file, where the reader may; `mayRemove` says which, all where it is left out. */
  remove?: ((file: F) => Promise<unknown>) | false
  mayRemove?: (file: F) => boolean
  /** What deleting means, after the file's name. */
  removeAbout?: string
}

/** A machine's files: anybody looks and downloads, who may deletes. */
export function FileTable<F extends File>({ of, more = [], filter, empty, remove = false, mayRemove = () => true, removeAbout }: Props<F>) {
  const removing = useDialog<F>()
  return (
    <>
      <Table
        of={of}
        label={t.files}
        columns={[
          { id: 'fileName', label: t.file, show: file => <FileName file={file} /> },
          ...more,
          { id: 'fileSize', label: t.size, align: 'end', show: file => <span className="figures">{fileSize(file.fileSize)}</span> },
          { id: 'uploadDate', label: t.date, show: file => <time>{dateTime(file.uploadDate)}</time> },
        ]}
        actions={file => (
          <>
            <PreviewButton file={file} />
            {file.state === 'ready' && (
              <IconLink label={t.download(file.fileName)} href={file.signedURL} download={file.fileName}>
                <IconDownload aria-hidden />
              </IconLink>
            )}
            {remove && mayRemove(file) && (
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
          ask={t.askDelete}
          about={file => (
            <>
              <p>
                <strong>{file.fileName}</strong>
              </p>
              <p>{removeAbout}</p>
            </>
          )}
          yes={t.deleteFile}
          danger
          onYes={remove}
        />
      )}
    </>
  )
}
