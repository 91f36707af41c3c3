import { addOperator } from './add-operator.ts'
import { runCommand } from './command.ts'
import { listOperators } from './list-operators.ts'
import { removeOperator } from './remove-operator.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

await runCommand({
  add: addOperator,
  remove: removeOperator,
  list: listOperators,
  'reset-second-factor': resetSecondFactor,
})
