import { addOperator, usage as toAdd } from './add-operator.ts'
import { runCommand } from './command.ts'
import { resetSecondFactor, usage as toReset } from './reset-second-factor.ts'

await runCommand({ add: { work: addOperator, usage: toAdd }, 'reset-second-factor': { work: resetSecondFactor, usage: toReset } })
