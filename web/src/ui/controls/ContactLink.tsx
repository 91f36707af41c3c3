import classes from './ContactLink.module.css'

export function MailLink({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  const [name, host] = [address.slice(0, at), address.slice(at + 1)].map(encodeURIComponent)
  return (
    <a href={`mailto:${name}@${host}`} className={classes.link}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </a>
  )
}

export const PhoneLink = ({ number }: { number: string }) => (
  <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className={`${classes.link} ${classes.phone}`}>
    {number}
  </a>
)
