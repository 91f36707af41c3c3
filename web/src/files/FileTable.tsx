import { IconDownload, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { File } from '#contract/files.ts'
import { fileMessages as t, uiMessages } from '../messages/current.ts'
import { IconButton, IconLink } from '../ui/controls/IconButton.tsx'
import { AboutSubject, ConfirmOne } from '../ui/dialog/ConfirmDialog.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import type { EmptyProps } from '../ui/layout/Empty.tsx'
import type { Column } from '../ui/table/columns.ts'
import { Table } from '../ui/table/Table.tsx'
import type { TableModel } from '../ui/table/useTable.ts'
import { dayOf, formatDateTime, formatDay, formatFileSize } from '../ui/text/format.ts'
import { FileName } from './FileName.tsx'
import { PreviewButton } from './PreviewButton.tsx'

type Props<F> = {
  list: TableModel<F>
  extraColumn?: Column<F>
  filter?: ReactNode
  empty: EmptyProps
  /** How files are deleted, where the user is authorised;
   * `includes` says which ones, all where it is missing. */
  removal?:
    | { about: string; includes?: (file: F) => boolean; remove: (file: F) => Promise<unknown> }
    | false
}

export function FileTable<F extends File>({ list, extraColumn, filter, empty, removal }: Props<F>) {
  const removing = useDialog<F>()
  return (
    <>
      <Table
        list={list}
        searched="files"
        label={t.files}
        columns={[
          {
            id: 'fileName',
            label: t.file,
            render: file => <FileName file={file} />,
            card: { place: 'name' },
          },
          extraColumn ?? false,
          {
            id: 'fileSize',
            label: t.size,
            align: 'end',
            render: file => <span className="figures">{formatFileSize(file.fileSize)}</span>,
            card: { place: 'detail' },
          },
          {
            id: 'uploadDate',
            label: t.date,
            render: file => <time>{formatDateTime(file.uploadDate)}</time>,
            card: {
              place: 'detail',
              render: file => <time>{formatDay(dayOf(file.uploadDate))}</time>,
            },
          },
        ]}
        actions={file => (
          <>
            <PreviewButton file={file} />
            {file.state === 'ready' && (
              <IconLink
                icon={IconDownload}
                label={t.download(file.fileName)}
                href={file.signedURL}
                download={file.fileName}
              />
            )}
            {removal && (removal.includes?.(file) ?? true) && (
              <IconButton
                icon={IconTrash}
                label={uiMessages.delete(file.fileName)}
                onClick={() => removing.open(file)}
              />
            )}
          </>
        )}
        filter={filter}
        empty={empty}
      />
      {removal && (
        <ConfirmOne
          dialog={removing}
          title={t.askDelete}
          about={file => <AboutSubject name={file.fileName} lines={[removal.about]} />}
          confirmLabel={t.deleteFile}
          danger
          onConfirm={removal.remove}
        />
      )}
    </>
  )
}
