import { addOperator } from './add-operator.ts'
import { runCommand } from './command.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

await runCommand((words, workshop) => (words[0] === 'reset-second-factor' ? resetSecondFactor : addOperator)(words, workshop))
