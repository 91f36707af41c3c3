import classes from './ContactLink.module.css'

export const PhoneLink = ({ number }: { number: string }) => (
  <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className={`${classes.link} ${classes.phone}`}>
    {number}
  </a>
)
