import { addVendor, usage as toAdd } from './add-vendor.ts'
import { runCommand } from './command.ts'
import { setQuota, usage as toSetQuota } from './set-quota.ts'

await runCommand({ add: { work: addVendor, usage: toAdd }, quota: { work: setQuota, usage: toSetQuota } })
