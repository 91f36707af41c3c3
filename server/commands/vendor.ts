import { addVendor } from './add-vendor.ts'
import { runCommand } from './command.ts'

await runCommand(addVendor)
