import { type ESTree, type Plugin, parseSync } from 'vite'

/** What pages read of a route, beside its method and path:
 * the audit's list of changes has those that are `audited`. */
export const readByPages = ['allow', 'query', 'audited']

/** Leaves out of the contract what only the server reads of a route, and
 * lets the bundler drop the schemas that are then unused (record 0069). */
export function dropServerParts(): Plugin {
  return {
    name: 'drop-server-parts',
    apply: 'build',
    enforce: 'post', // it reads JavaScript
    transform: {
      filter: { id: /[\\/]contract[\\/][\w-]+\.ts$/ },
      handler: withoutServerParts,
    },
  }
}

export function withoutServerParts(code: string): string {
  const edits = parseSync('contract.js', code).program.body.flatMap(statement => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    return declared?.type === 'VariableDeclaration' ? editsIn(declared) : []
  })
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), code)
}

type Edit = { start: number; end: number; by: string }
type Node = ESTree.Node

/** A function's calls stay as they are: one may be there for its effect. */
function editsIn(node: Node): Edit[] {
  if (/Function/.test(node.type)) return []
  if (node.type === 'ObjectExpression' && node.properties.some(each => nameOf(each) === 'returns'))
    return node.properties.flatMap((property, i, { [i + 1]: next }) =>
      readByPages.includes(nameOf(property)) || property.type === 'SpreadElement'
        ? editsIn(property)
        : [{ start: property.start, end: next?.start ?? property.end, by: '' }],
    )
  const edits = childrenOf(node).flatMap(editsIn)
  const { start, type } = node
  return type === 'CallExpression'
    ? [{ start, end: start, by: '/* @__PURE__ */ ' }, ...edits]
    : edits
}

const nameOf = (property: ESTree.ObjectPropertyKind) =>
  property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : ''

const childrenOf = (node: Node) =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value?.type === 'string')
