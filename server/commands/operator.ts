import { addOperator } from './add-operator.ts'
import { runCommand } from './command.ts'

await runCommand(addOperator)
