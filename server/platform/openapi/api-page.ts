import { html, type Markup, trusted } from '#platform/html/html.ts'
import { page } from '#platform/html/page.ts'
import type { JsonSchema } from '#platform/http/json-schema.ts'
import type { Operation, openApi } from './openapi.ts'

/** The OpenAPI document as an HTML page without scripts. */
export function apiPage(document: ReturnType<typeof openApi>): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  const features = [...Map.groupBy(calls, call => call.tags[0] ?? '')]
  const body = html`<h1>Tezgah API ${document.info.version}</h1>
<p>${document.info.description}</p>
<p>Every path below stands under <code>/api/v1/domain/{domain}</code>, where <code>{domain}</code> is the host name at which the vendor's portal is reached,
such as <code>localhost</code>: <code>POST /api/v1/domain/localhost/user/login</code>.</p>
<p>Sign in with <code>sessions.login</code> and send its token as <code>Authorization: Bearer …</code>.
Every failure is JSON: <code>{name, message, requestId}</code>, with <code>errors: [{msg, path}]</code> on 400, and <code>details</code> where a call says so. For programs: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
<nav aria-label="Features">${features.map(([name]) => html`<a href="#${name}">${name}</a> `)}</nav>
${features.map(
  ([name, operations]) => html`<h2 id="${name}">${name}</h2>
${operations.map(renderCall)}`,
)}
`
  return page({ language: 'en', title: 'API', style, body }).source
}

type Call = Operation & { path: string; method: string }
const renderCall = ({
  path,
  method,
  operationId,
  summary,
  security,
  parameters,
  requestBody,
  responses,
}: Call) => html`
<details id="${operationId}">
<summary><b class="method">${method.toUpperCase()}</b> <code>${path.replace('/api/v1/domain/{domain}', '')}</code><br><span class="faint">${summary}${security.length === 0 ? ' · open to everyone' : ''}</span></summary>
<p><code>${path}</code> · <code>${operationId}</code></p>
${fieldTable(
  'Parameters',
  parameters
    .filter(({ name }) => name !== 'domain')
    .map(({ name, required, schema, in: location, description }) =>
      fieldRow(name, schema, required, [location, description].filter(Boolean).join(' · ')),
    ),
)}
${Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => fieldTable(`Body (${type})`, fieldRows(schema)))}
${Object.entries(responses[200].content).map(([type, { schema }]) => fieldTable(`Answer (${type})`, fieldRows(schema)))}
<p class="faint">May refuse with ${Object.keys(responses)
  .filter(status => status >= '400')
  .join(', ')}.</p>
</details>`

const fieldTable = (title: string, rows: Markup[]) =>
  rows.length === 0
    ? html``
    : html`<h3>${title}</h3><div class="wide"><table><thead><tr><th>name</th><th>type</th><th>notes</th></tr></thead><tbody>${rows}</tbody></table></div>`

const fieldRow = (name: string, schema: JsonSchema, required: boolean, note = '') =>
  html`<tr><td><code>${name}</code></td><td>${typeOf(schema)}</td><td>${[required ? 'required' : '', limitsOf(schema), note].filter(Boolean).join(' · ')}</td></tr>`

function fieldRows(schema: JsonSchema, prefix = ''): Markup[] {
  if (!schema.properties) return prefix ? [] : [fieldRow('(whole)', schema, true)]
  return Object.entries(schema.properties).flatMap(([name, inner]) => {
    const path = prefix + name
    const [below, suffix] = inner.items ? [inner.items, '[].'] : [inner, '.']
    return [
      fieldRow(path, inner, schema.required?.includes(name) ?? false),
      ...fieldRows(below, path + suffix),
    ]
  })
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf)
    return schema.anyOf
      .map(each =>
        each.properties ? `{ ${Object.keys(each.properties).join(', ')} }` : typeOf(each),
      )
      .join(' or ')
  if (schema.enum) return schema.enum.map(value => `"${value}"`).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items) return `list of ${typeOf(schema.items)}`
  return schema.format ?? schema.type ?? 'anything'
}

function limitsOf({ minLength, maxLength, minimum, maximum, maxItems }: JsonSchema): string {
  const some = (value: number | undefined) =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER
  return [
    some(minLength) && `at least ${minLength} ${minLength === 1 ? 'character' : 'characters'}`,
    some(maxLength) && `at most ${maxLength} characters`,
    some(minimum) && `${minimum} or more`,
    some(maximum) && `${maximum} or less`,
    some(maxItems) && `at most ${maxItems}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const style = trusted(`
main { max-width: 920px; margin: 0 auto; padding: 32px 16px 64px }
h2 { margin: 32px 0 8px; font-size: 18px } h3 { margin: 16px 0 4px; font-size: 14px }
nav a { display: inline-block; padding: 8px 12px 8px 0 }
code { font: 13px/20px ui-monospace, Consolas, Menlo, monospace }
.method { display: inline-block; min-width: 56px; font: 600 12px/20px ui-monospace, Consolas, Menlo, monospace }
details { margin: 0 0 8px; padding: 0 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--card) }
summary { padding: 12px 0; cursor: pointer } .wide { overflow-x: auto }
table { width: 100%; border-collapse: collapse } th, td { padding: 4px 12px 4px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top } th { color: var(--faint); font-weight: 500; border: 0 }
`)
