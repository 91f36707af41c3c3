import { addOperator, usage as toAdd } from './add-operator.ts'
import { runCommand } from './command.ts'
import { listOperators, usage as toList } from './list-operators.ts'
import { removeOperator, usage as toRemove } from './remove-operator.ts'
import { resetSecondFactor, usage as toReset } from './reset-second-factor.ts'

await runCommand({
  add: { work: addOperator, usage: toAdd },
  remove: { work: removeOperator, usage: toRemove },
  list: { work: listOperators, usage: toList },
  'reset-second-factor': { work: resetSecondFactor, usage: toReset },
})
