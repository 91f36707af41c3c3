import { usePortal } from '../../data/portal.ts'
import classes from './ContactLink.module.css'
import { splitPhoneNumbers } from './phoneNumbers.ts'

export default function PhoneNumbers({ text }: { text: string }) {
  const country = usePortal()?.country
  if (country === undefined) return <span>{text}</span>
  return splitPhoneNumbers(text, country).map(({ text, href }, index) =>
    href === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts keep their order
      <span key={index}>{text}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <a key={index} href={href} className={`${classes.link} ${classes.phone}`}>
        {text}
      </a>
    ),
  )
}
