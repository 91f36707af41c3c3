import { addVendor } from './add-vendor.ts'
import { runCommand } from './command.ts'
import { setQuota } from './set-quota.ts'

await runCommand((words, workshop) => (words[0] === 'quota' ? setQuota : addVendor)(words, workshop))
