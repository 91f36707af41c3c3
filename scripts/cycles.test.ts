import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { imports, isTest, packages } from './source-imports.ts'

// Tests may import from everywhere; what they test may not.
const code = imports.filter(
  ({ from, to }) =>
    !isTest(from) && !from.startsWith('server/testing/') && !to.startsWith(packages),
)

test('files do not import each other in a cycle', () => {
  expect(cyclesIn(code.map(({ from, to }) => [from, to]))).toEqual([])
})

test('folders do not import each other in a cycle', () => {
  expect(cyclesIn(code.map(({ from, to }) => [dirname(from), dirname(to)]))).toEqual([])
})

test.each(['server/', 'web/src/'])('features do not import each other in a cycle: %s', side => {
  const featureOf = (path: string) => path.slice(side.length).split('/')[0] ?? ''
  const within = code.filter(({ from, to }) => from.startsWith(side) && to.startsWith(side))
  expect(cyclesIn(within.map(({ from, to }) => [featureOf(from), featureOf(to)]))).toEqual([])
})

test('a cycle of three folders is found', () => {
  const edges = ['ab', 'bc', 'ca', 'cd'].map(edge => [...edge] as [string, string])
  expect(cyclesIn(edges)).toEqual([['a', 'b', 'c']])
})

/** The groups of nodes that reach each other, each sorted by name. */
function cyclesIn(edges: [string, string][]): string[][] {
  const targets = Map.groupBy(
    edges.filter(([from, to]) => from !== to),
    ([from]) => from,
  )
  const reached = new Map([...targets.keys()].map(node => [node, reachableFrom(node)]))
  const cycles = [...reached].flatMap(([node, nodes]) =>
    nodes.has(node) ? [[...nodes].filter(other => reached.get(other)?.has(node)).sort()] : [],
  )
  return [...new Map(cycles.map(cycle => [cycle.join(), cycle])).values()]

  function reachableFrom(start: string) {
    const nodes = new Set<string>()
    const left = [start]
    for (let node = left.pop(); node !== undefined; node = left.pop())
      for (const [, to] of targets.get(node) ?? []) {
        if (nodes.has(to)) continue
        nodes.add(to)
        left.push(to)
      }
    return nodes
  }
}
