import type { CallName } from './calls.ts'

export type Figures = { perSecond: number; p50: number; p99: number }
/** Times are milliseconds; `share` is the product's requests per second over the baseline's. */
export type Measurement = {
  call: CallName
  tickets: number
  connections: number
  product: Figures
  baseline: Figures
  share: number
}

const columns: [title: string, width: number, of: (row: Measurement) => string][] = [
  ['call', -14, ({ call }) => call],
  ['tickets', 8, ({ tickets }) => tickets.toLocaleString('en')],
  ['conn.', 6, ({ connections }) => String(connections)],
  ['product/s', 10, ({ product }) => count(product.perSecond)],
  ['p50 ms', 8, ({ product }) => product.p50.toFixed(2)],
  ['p99 ms', 8, ({ product }) => product.p99.toFixed(2)],
  ['baseline/s', 10, ({ baseline }) => count(baseline.perSecond)],
  ['p50 ms', 8, ({ baseline }) => baseline.p50.toFixed(2)],
  ['p99 ms', 8, ({ baseline }) => baseline.p99.toFixed(2)],
  ['share', 7, ({ share }) => share.toFixed(2)],
]

export const table = {
  title: columns.map(([title, width]) => padded(title, width)).join(''),
  row: (measured: Measurement) =>
    columns.map(([, width, of]) => padded(of(measured), width)).join(''),
}

const count = (value: number) => Math.round(value).toLocaleString('en')
function padded(text: string, width: number) {
  return width < 0 ? text.padEnd(-width) : text.padStart(width)
}
