import { test } from 'vitest'
import { openProductAndBaseline } from './product-and-baseline.ts'
import { readThreads } from './texts.ts'

test('the baseline of the benchmark sends the bytes of the product, which opening both asserts', async () => {
  await using toStop = new AsyncDisposableStack()
  await openProductAndBaseline(50, readThreads(5).threads, toStop)
})
