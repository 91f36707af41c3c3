import { seed } from './insert.ts'

const { connection, dataDir, storageUrl, domains } = JSON.parse(process.argv[2] ?? '{}')
await seed({ connection, dataDir, storageUrl, domains, today: new Date() })
