import { lazy, Suspense } from 'react'
import classes from './ContactLink.module.css'

export function MailLink({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  const [name, host] = [address.slice(0, at), address.slice(at + 1)].map(encodeURIComponent)
  return (
    <a href={`mailto:${name}@${host}`} className={classes.link}>
      <span>{address.slice(0, at)}</span>
      <wbr />
      <span>{address.slice(at)}</span>
    </a>
  )
}

const PlainText = ({ text }: { text: string }) => <span>{text}</span>

const PhoneNumbers = lazy(() => import('./PhoneNumbers.tsx').catch(() => ({ default: PlainText })))

/** The text of a field for telephone numbers; each number in
 * it is a link once the numbering plans are loaded. */
export const PhoneLinks = ({ text }: { text: string }) => (
  <Suspense fallback={<PlainText text={text} />}>
    <PhoneNumbers text={text} />
  </Suspense>
)
