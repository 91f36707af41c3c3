import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync } from 'vite'
import { expect, test } from 'vitest'
import { root } from './source-imports.ts'

// A browser that translates a page replaces its text nodes. React fails
// when it removes one of them or inserts an element before it, and no
// longer changes its text, unless it is the only child of an element.

/** Props and values that hold elements, never a bare text. */
const elementSlots =
  /^(action|about|aside|badge|link|secondaryButton|fields|list|filter|extraActions|renderContent|skeleton|missing|placeholder)$/

/** What a child may render. A component may render nothing, or another element later. */
type Kind = 'text' | 'dynamic text' | 'children' | 'element' | 'volatile'

const isBlank = (text: string) => text.trim() === ''

function kindsOf(node: ESTree.Node): Kind[] {
  switch (node.type) {
    case 'JSXExpressionContainer':
      return kindsOf(node.expression)
    case 'JSXEmptyExpression':
      return []
    case 'JSXText':
      return isBlank(node.value) ? [] : ['text']
    case 'Literal':
      return typeof node.value === 'string' && !isBlank(node.value) ? ['text'] : []
    case 'JSXFragment':
      return node.children.flatMap(kindsOf)
    case 'JSXElement':
      return node.openingElement.name.type === 'JSXIdentifier' &&
        /^[a-z]/.test(node.openingElement.name.name)
        ? ['element']
        : ['element', 'volatile']
    case 'ParenthesizedExpression':
      return kindsOf(node.expression)
    case 'ConditionalExpression':
      return alternatives(kindsOf(node.consequent), kindsOf(node.alternate))
    case 'LogicalExpression':
      return node.operator === '&&'
        ? ['volatile', ...kindsOf(node.right)]
        : alternatives(kindsOf(node.left), kindsOf(node.right))
    case 'CallExpression':
    case 'Identifier':
    case 'MemberExpression':
    case 'ChainExpression':
      return kindsOfName(node)
    default:
      return ['dynamic text']
  }
}

/** Of two texts one is shown, in the same node. */
const alternatives = (one: Kind[], other: Kind[]): Kind[] =>
  [...one, ...other].every(kind => kind === 'text' || kind === 'dynamic text') &&
  one.length > 0 &&
  other.length > 0
    ? ['dynamic text']
    : ['volatile', ...one, ...other]

function kindsOfName(node: ESTree.Node): Kind[] {
  if (node.type === 'ChainExpression') return kindsOfName(node.expression)
  if (node.type === 'CallExpression')
    return containsJsx(node.arguments) ? ['element', 'volatile'] : kindsOfName(node.callee)
  const name = String(
    'property' in node && 'name' in node.property
      ? node.property.name
      : 'name' in node
        ? node.name
        : '',
  )
  if (name === 'children') return ['children']
  return elementSlots.test(name) ? ['element', 'volatile'] : ['dynamic text']
}

const nodesIn = (value: unknown): ESTree.Node[] => {
  if (value === null || typeof value !== 'object') return []
  const within = Object.values(value).flatMap(nodesIn)
  return 'type' in value ? [value as ESTree.Node, ...within] : within
}
const containsJsx = (value: unknown) =>
  nodesIn(value).some(({ type }) => type === 'JSXElement' || type === 'JSXFragment')

function isUnsafe(children: ESTree.JSXChild[]) {
  const all = children.map(kindsOf).filter(kinds => kinds.length > 0)
  return all.some(
    (kinds, index) =>
      all.length > 1 &&
      (kinds.includes('dynamic text') ||
        ((kinds.includes('text') || kinds.includes('children')) &&
          all.slice(0, index + 1).some(before => before.includes('volatile')))),
  )
}

type FunctionNode = ESTree.Function | ESTree.ArrowFunctionExpression

const isFunction = (node: ESTree.Node): node is FunctionNode =>
  /^(Arrow)?Function(Expression|Declaration)$/.test(node.type)

/** What a function's own return statements return. */
function returnedIn(value: unknown): ESTree.Node[] {
  if (value === null || typeof value !== 'object') return []
  const node = value as ESTree.Node
  if ('type' in value && isFunction(node)) return []
  if ('type' in value && node.type === 'ReturnStatement')
    return node.argument ? resultsOf(node.argument) : []
  return Object.values(value).flatMap(returnedIn)
}

/** The expressions of which one is the result. */
function resultsOf(node: ESTree.Node): ESTree.Node[] {
  if (isFunction(node))
    return node.body?.type === 'BlockStatement'
      ? returnedIn(node.body)
      : node.body
        ? resultsOf(node.body)
        : []
  switch (node.type) {
    case 'ParenthesizedExpression':
      return resultsOf(node.expression)
    case 'ConditionalExpression':
      return [...resultsOf(node.consequent), ...resultsOf(node.alternate)]
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : resultsOf(node.left)), ...resultsOf(node.right)]
    default:
      return [node]
  }
}

const isNothing = (node: ESTree.Node) => node.type === 'Identifier' && node.name === 'undefined'
const isText = (node: ESTree.Node) =>
  !isNothing(node) && kindsOf(node).some(kind => kind === 'text' || kind === 'dynamic text')
const returnsText = (node: ESTree.Node | null | undefined) =>
  !!node && isFunction(node) && resultsOf(node).some(isText)

const nameOf = (node: ESTree.Node | null) => (node?.type === 'Identifier' ? node.name : '')
/** A component is a function with a capital name, or the `default` of a module. */
const isComponentName = (node: ESTree.Node | null) => /^([A-Z]|default$)/.test(nameOf(node))

/** A text that a component, a `map` beside elements or a
 * fallback puts among the elements of another one. */
function isBareText(node: ESTree.Node): boolean {
  switch (node.type) {
    case 'FunctionDeclaration':
      return isComponentName(node.id) && returnsText(node)
    case 'VariableDeclarator':
      return isComponentName(node.id) && returnsText(node.init)
    case 'Property':
      return isComponentName(node.key) && returnsText(node.value)
    case 'CallExpression': {
      const [callback] =
        node.callee.type === 'MemberExpression' && nameOf(node.callee.property) === 'map'
          ? node.arguments
          : []
      return returnsText(callback) && resultsOf(callback as ESTree.Node).some(containsJsx)
    }
    case 'JSXAttribute':
      return node.name.name === 'fallback' && !!node.value && isText(node.value)
    default:
      return false
  }
}

const findUnsafe = (source: string) =>
  nodesIn(parseSync('page.tsx', source).program).flatMap(node =>
    ((node.type === 'JSXElement' || node.type === 'JSXFragment') && isUnsafe(node.children)) ||
    isBareText(node)
      ? [
          `${source.slice(0, node.start).split('\n').length}: ${source.slice(node.start, node.end).replace(/\s+/g, ' ').slice(0, 100)}`,
        ]
      : [],
  )

test('a text that changes, or that stands behind elements that come and go, is alone in its element', () => {
  const files = globSync('web/src/**/*.tsx', { cwd: root })
  expect(
    files.flatMap(file =>
      findUnsafe(readFileSync(`${root}/${file}`, 'utf8')).map(found => `${file}:${found}`),
    ),
  ).toEqual([])
})

test.each([
  '<button>{busy && <i />}{children}</button>',
  '<p>{count}<Icon /></p>',
  '<p><Icon />{t.state}</p>',
  '<p><b>{name}</b>{detail && "new"}</p>',
  '<p><b>{name}</b>{more && <>{" · "}<a /></>}</p>',
  '<p><Link /> · <b /></p>',
  'const Name = ({ id }) => useCompany(id).data?.name ?? t.company',
  'function Hours({ hours }) { if (hours === null) return null; return t.answersWithin(hours) }',
  'import("./Phone.tsx").catch(() => ({ default: ({ text }) => text }))',
  '<p>{parts.map(({ text, href }) => (href ? <a href={href}>{text}</a> : text))}</p>',
  '<Suspense fallback={text}><Numbers /></Suspense>',
])('of the shapes that fail one is found: %s', source => {
  expect(findUnsafe(source)).toHaveLength(1)
})

test.each([
  '<button>{busy && <i />}<span>{children}</span></button>',
  '<p>{count > 1 ? t.many : t.one}</p>',
  '<p><b>{name}</b> · <Link /></p>',
  '<div><Head />{action}</div>',
  '<p>{isOpen && <i />} <Link /></p>',
  'const Name = ({ id }) => <span>{useCompany(id).data?.name ?? t.company}</span>',
  'function Hours({ hours, children }) { const format = () => t.hours; if (!hours) return children; return hours && <b>{format()}</b> }',
  'const Names = ({ people }) => people.map(({ name }) => <li>{name}</li>)',
  'const namesOf = people => people.map(({ name }) => name)',
  '<Suspense fallback={null}><Numbers /></Suspense>',
])('of the shapes that work none is found: %s', source => {
  expect(findUnsafe(source)).toEqual([])
})
