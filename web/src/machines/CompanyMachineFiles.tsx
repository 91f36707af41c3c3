import { IconFiles } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type File, files } from '#contract/files.ts'
import type { Area } from '#contract/paths.ts'
import { useRouteMutation } from '../data/queries.ts'
import { FileTable } from '../files/FileTable.tsx'
import { useCanAdminister } from '../identity/session/session.ts'
import { fileMessages as t } from '../messages/current.ts'
import { Choice } from '../ui/controls/Choice.tsx'
import { Tag } from '../ui/controls/Tag.tsx'
import { useClientTable } from '../ui/table/useClientTable.ts'
import { useMachineFiles } from './useMachineFiles.ts'

type Kind = 'general' | 'private'
type Row = File & { kind: Kind }

const kindsOf: Record<string, readonly Kind[]> = {
  0: ['general', 'private'],
  1: ['general'],
  2: ['private'],
}

/** The call returns general and private files, so they are filtered, searched and sorted here. */
export function CompanyMachineFiles({
  area,
  company,
  machine,
}: {
  area: Area
  company: string
  machine: string
}) {
  const { data, error, refetch } = useMachineFiles(area, company, machine)
  const searchParams = useSearch({ strict: false })
  const filter =
    searchParams.filter && Object.hasOwn(kindsOf, searchParams.filter) ? searchParams.filter : '0'
  const remove = useRouteMutation(files.removeFromCompanyMachine, t.deleted)
  const canRemove = useCanAdminister(files.removeFromCompanyMachine, area)

  const all = data && [
    ...data.machineFiles.map((file): Row => ({ ...file, kind: 'general' })),
    ...data.customFiles.map((file): Row => ({ ...file, kind: 'private' })),
  ]
  const list = useClientTable<Row>(
    { rows: all?.filter(({ kind }) => kindsOf[filter]?.includes(kind)), error, refetch },
    {
      sort: '-uploadDate',
      sortKeys: {
        fileName: file => file.fileName,
        kind: file => t[file.kind],
        fileSize: file => file.fileSize,
        uploadDate: file => file.uploadDate,
      },
      searchTextOf: file => file.fileName,
    },
  )

  return (
    <FileTable
      list={list}
      extraColumn={{
        id: 'kind',
        label: t.kind,
        render: file => (
          <Tag tone={file.kind === 'private' ? 'accent' : 'idle'}>{t[file.kind]}</Tag>
        ),
        card: { place: 'detail', render: file => t[file.kind] },
      }}
      filter={
        <Choice
          label={t.files}
          value={filter}
          options={[
            ['0', t.all],
            ['1', t.generalFiles],
            ['2', t.privateFiles],
          ]}
          onChange={filter => list.setAddress({ filter: filter === '0' ? '' : filter })}
        />
      }
      removal={
        canRemove && {
          about: t.deletePrivateAbout,
          includes: file => file.kind === 'private',
          remove: ({ _id }) => remove({ params: { company, companyMachine: machine, file: _id } }),
        }
      }
      empty={
        all && all.length > 0
          ? { icon: IconFiles, title: t.noneOfKind, hint: t.noneOfKindHint }
          : { icon: IconFiles, title: t.noFiles, hint: canRemove ? t.noPrivateHint : t.noFilesHint }
      }
    />
  )
}
