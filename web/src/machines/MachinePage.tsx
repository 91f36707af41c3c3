import { IconFiles } from '@tabler/icons-react'
import { files } from '#contract/files.ts'
import { paths } from '#contract/paths.ts'
import { useRouteMutation } from '../data/queries.ts'
import { FileTable } from '../files/FileTable.tsx'
import { FileUsageLine } from '../files/FileUsageLine.tsx'
import { refetchWhileChecking } from '../files/refetchWhileChecking.ts'
import { AttachButton } from '../files/upload/AttachButton.tsx'
import { Uploads } from '../files/upload/Uploads.tsx'
import { useUploads } from '../files/upload/useUploads.ts'
import { fileMessages, machineMessages as t } from '../messages/current.ts'
import { NotFound } from '../ui/layout/NotFound.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { LongText } from '../ui/text/LongText.tsx'
import classes from './MachinePage.module.css'
import { useMachine } from './useMachine.ts'

/** A machine of the catalogue with its general files, which
 * every company that has one sees. For administrators. */
export default function MachinePage({ machine: id }: { machine: string }) {
  const machine = useMachine(id)
  const list = useTable(
    files.listOfMachine,
    { params: { machine: id } },
    { sort: '-uploadDate', refetchInterval: refetchWhileChecking },
  )
  const add = useRouteMutation(files.addToMachine, file => fileMessages.added(file.fileName))
  const remove = useRouteMutation(files.removeFromMachine, fileMessages.deleted)
  const uploads = useUploads((file, idempotencyKey) =>
    add({ params: { machine: id }, body: { file, tags: ['machine'] }, idempotencyKey }),
  )

  return (
    <QueryBoundary
      query={machine}
      title={t.machine}
      skeleton={<Skeleton lines={5} height={40} />}
      missing={
        <NotFound
          title={t.missing}
          hint={t.missingHint}
          to={paths.catalogue}
          backLabel={t.toMachines}
        />
      }
    >
      {machine => (
        <Page
          title={machine.name}
          about={machine.sku}
          action={<AttachButton choose={uploads.choose} action={fileMessages.addFiles} />}
        >
          {machine.description && (
            <div className={classes.description}>
              <LongText>{machine.description}</LongText>
            </div>
          )}
          <h2 className={classes.files}>{fileMessages.generalFiles}</h2>
          <FileUsageLine />
          <Uploads uploads={uploads} audience={fileMessages.addGeneralAbout} />
          <FileTable
            list={list}
            removal={{
              about: fileMessages.deleteGeneralAbout,
              remove: ({ _id }) => remove({ params: { machine: id, file: _id } }),
            }}
            empty={{
              icon: IconFiles,
              title: fileMessages.noFiles,
              hint: fileMessages.noGeneralHint,
            }}
          />
        </Page>
      )}
    </QueryBoundary>
  )
}
