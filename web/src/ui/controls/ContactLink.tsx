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

export const PhoneLink = ({ number }: { number: string }) => (
  <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className={`${classes.link} ${classes.phone}`}>
    {number}
  </a>
)
