import { IconFiles } from '@tabler/icons-react'
import { files } from '#contract/files.ts'
import { AttachButton } from '../files/AttachButton.tsx'
import { askAgain } from '../files/askAgain.ts'
import { FileTable } from '../files/FileTable.tsx'
import { FileUsageLine } from '../files/FileUsageLine.tsx'
import { fileMessages } from '../files/messages.ts'
import { Uploads } from '../files/Uploads.tsx'
import { useUploads } from '../files/useUploads.ts'
import { paths } from '../paths.ts'
import { useAction } from '../queries.ts'
import { Empty } from '../ui/Empty.tsx'
import { Failed } from '../ui/Failed.tsx'
import { LongText } from '../ui/LongText.tsx'
import { Page } from '../ui/Page.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useTable } from '../ui/useTable.ts'
import { MachineMissing } from './MachineMissing.tsx'
import classes from './MachinePage.module.css'
import { machineMessages as t } from './messages.ts'
import { useMachine } from './useMachine.ts'

/** A machine of the catalogue with its general files, which every company that has one sees. Only administrators come here. */
export default function MachinePage({ machine: id }: { machine: string }) {
  const { machine, missing, error, refetch } = useMachine(id)
  const list = useTable(files.listOfMachine, { params: { machine: id } }, { sort: '-uploadDate', every: askAgain })
  const add = useAction(files.addToMachine, file => fileMessages.added(file.fileName))
  const remove = useAction(files.removeFromMachine, fileMessages.deleted)
  const uploads = useUploads((file, idempotencyKey) => add({ params: { machine: id }, body: { file, tags: ['machine'] }, idempotencyKey }))

  if (missing) return <MachineMissing list={paths.catalogue} />
  if (!machine)
    return <Page title={t.machine}>{error ? <Failed error={error} retry={refetch} /> : <Skeleton lines={5} height={40} />}</Page>

  return (
    <Page
      title={machine.name}
      about={<p className={classes.about}>{machine.sku}</p>}
      action={<AttachButton choose={uploads.choose} action={fileMessages.addFiles} />}
    >
      {machine.description && (
        <div className={classes.description}>
          <LongText>{machine.description}</LongText>
        </div>
      )}
      <h2 className={classes.files}>{fileMessages.generalFiles}</h2>
      <FileUsageLine />
      <Uploads of={uploads} />
      <FileTable
        of={list}
        remove={({ _id }) => remove({ params: { machine: id, file: _id } })}
        removeAbout={fileMessages.deleteGeneralAbout}
        empty={
          <Empty icon={<IconFiles aria-hidden />} title={fileMessages.noFiles}>
            {fileMessages.noGeneralHint}
          </Empty>
        }
      />
    </Page>
  )
}
