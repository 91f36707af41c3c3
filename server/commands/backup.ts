import { openStorage } from '#platform/storage/storage.ts'
import { backUp } from '../backup/back-up.ts'
import { describeContents } from '../backup/contents.ts'
import {
  describeInstallation,
  fileArgument,
  readInstallation,
  run,
  stopSignal,
  withDatabase,
} from './run.ts'

const secrecyNotice =
  'This file contains everything: every conversation and file, and the secret that signs sessions. Keep it as safe as the server.'

await run(async args => {
  const path = fileArgument(args, 'npm run backup -- <file>')
  const config = readInstallation('There is nothing to back up.')
  return withDatabase(config, 'client', async connection => {
    const storage = await openStorage(config)
    const contents = await backUp(
      path,
      { connection, storage, tokenSecret: config.tokenSecret },
      stopSignal(),
    )
    return `Backed up into ${path}: ${describeContents(contents)}\n\n${secrecyNotice}\n\n${describeInstallation(config, false)}`
  })
})
