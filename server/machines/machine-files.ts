import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { FileQuery } from '#contract/files.ts'
import type { Db } from '#platform/database/database.ts'
import { inTurkishCollation, readList } from '#platform/database/lists.ts'
import { notFound } from '#platform/errors.ts'
import { type LinkContext, linksTo } from '../files/links.ts'
import { attachFile, removeFile } from '../files/uploads.ts'

/** A machine of the catalogue (general files), or one company's machine (private files). */
export type FileOwner = { of: 'machine'; id: string } | { of: 'companyMachine'; id: string }

export async function listFiles(
  call: LinkContext & { db: Db },
  owner: FileOwner,
  query: FileQuery = {},
) {
  const { db } = call
  const selected = filesOf(db, owner).select([
    'files.id as _id',
    'files.fileName',
    'files.fileSize',
    'files.fileType',
    'files.uploadDate',
    'files.dateStored',
    'files.scan',
    'files.infection',
    'files.linkRevision',
  ])
  const { rows, ...total } = await readList(db, selected, query, {
    name: 'rows',
    id: 'files.id',
    search: [sql<string>`fold(files.file_name)`],
    order: {
      fileName: inTurkishCollation('files.fileName'),
      fileSize: 'files.fileSize',
      uploadDate: 'files.uploadDate',
      dateCreated: 'files.uploadDate',
    },
  })
  return {
    rows: rows.map(file => ({ ...file, ...linksTo(call, db.vendorId, { ...file, id: file._id }) })),
    ...total,
  }
}

export async function addFile(
  call: LinkContext & { db: Db; actor: Actor },
  owner: FileOwner,
  fileId: string,
) {
  const { db, actor } = call
  const file = await attachFile(db, actor, fileId, 'uploaded')
  const { fileName, fileSize, fileType, uploadDate } = file
  if (owner.of === 'machine')
    await db.insertInto('machineFiles').values({ machineId: owner.id, fileId }).execute()
  else await db.insertInto('privateFiles').values({ companyMachineId: owner.id, fileId }).execute()
  return {
    _id: fileId,
    fileName,
    fileSize,
    fileType,
    uploadDate,
    ...linksTo(call, db.vendorId, file),
  }
}

/** Removes an owner's file and returns its name. @throws 404 if it is not the owner's */
export async function removeFileOf(db: Db, owner: FileOwner, fileId: string): Promise<string> {
  const taken =
    owner.of === 'machine'
      ? db
          .deleteFrom('machineFiles')
          .where('machineId', '=', owner.id)
          .where('fileId', '=', fileId)
          .returning('fileId')
      : db
          .deleteFrom('privateFiles')
          .where('companyMachineId', '=', owner.id)
          .where('fileId', '=', fileId)
          .returning('fileId')
  await taken.executeTakeFirstOrThrow(notFound)
  return removeFile(db, fileId)
}

export async function removeFilesOf(db: Db, owner: FileOwner) {
  const cleared =
    owner.of === 'machine'
      ? db.deleteFrom('machineFiles').where('machineId', '=', owner.id).returning('fileId')
      : db.deleteFrom('privateFiles').where('companyMachineId', '=', owner.id).returning('fileId')
  for (const { fileId } of await cleared.execute()) await removeFile(db, fileId)
}

function filesOf(db: Db, owner: FileOwner) {
  const fileIds =
    owner.of === 'machine'
      ? db.selectFrom('machineFiles').select('fileId').where('machineId', '=', owner.id)
      : db.selectFrom('privateFiles').select('fileId').where('companyMachineId', '=', owner.id)
  return db.selectFrom('files').where('files.id', 'in', fileIds)
}
