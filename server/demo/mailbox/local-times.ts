import { createHash } from 'node:crypto'
import { trusted } from '#platform/html/html.ts'

// The server does not know its reader's time zone: in a container its own is mostly UTC.
const source = `
const two = number => String(number).padStart(2, '0')
for (const element of document.querySelectorAll('time')) {
  const at = new Date(element.dateTime)
  const day = [two(at.getDate()), two(at.getMonth() + 1), at.getFullYear()].join('/')
  element.textContent = day + ' - ' + two(at.getHours()) + ':' + two(at.getMinutes())
}
`

/** Shows the times of a page in the time zone of its reader. */
export const localTimes = trusted(`<script>${source}</script>`)
/** Its source in a content security policy. */
export const localTimesHash = `'sha256-${createHash('sha256').update(source).digest('base64')}'`
