import { addVendor } from './add-vendor.ts'
import { runCommand } from './command.ts'
import { setQuota } from './set-quota.ts'

await runCommand({ add: addVendor, quota: setQuota })
