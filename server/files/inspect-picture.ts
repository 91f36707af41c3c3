import type { Db } from '#platform/database/database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { downloadOnly } from './content-type.ts'
import { isPicture, openPicture } from './picture-structure.ts'
import { storageKey } from './uploads.ts'

type Context = {
  storage: Storage
  inVendor: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  vendorId: string
}
type Stored = { id: string; fileType: string; storageId: string; isInspected: boolean }

const running = new Map<string, Promise<boolean>>()

/** Whether a file may be shown by its structure. A picture that was stored before structures
 * were read is read once, and is a download from then on where it is costly to decode. */
export async function isShowable(context: Context, file: Stored): Promise<boolean> {
  if (file.isInspected || !isPicture(file.fileType)) return true
  const inspection =
    running.get(file.storageId) ??
    inspect(context, file).finally(() => running.delete(file.storageId))
  running.set(file.storageId, inspection)
  return inspection
}

async function inspect({ storage, inVendor, vendorId }: Context, file: Stored): Promise<boolean> {
  const picture = openPicture(file.fileType)
  const stored = await storage.get(storageKey(vendorId, file.storageId))
  if (!picture || !stored) return false
  for await (const chunk of stored.bytes) picture.read(chunk)
  const isDecodable = picture.isDecodable()
  await inVendor(db =>
    db
      .updateTable('files')
      .set({ isInspected: true, ...(!isDecodable && { fileType: downloadOnly }) })
      .where('id', '=', file.id)
      .execute(),
  )
  return isDecodable
}
