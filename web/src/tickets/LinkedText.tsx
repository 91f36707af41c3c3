import { Fragment } from 'react'
import { foreignHost } from '#contract/hosts.ts'
import { WrittenText } from '../ui/text/WrittenText.tsx'
import classes from './LinkedText.module.css'
import { partsOf } from './links.ts'

/** A text as it was written, with its web addresses as links that open beside the portal; one that leads elsewhere says where. */
export const LinkedText = ({ text }: { text: string }) =>
  partsOf(text).map(({ text, href }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts never change places
    <Fragment key={place}>{href === undefined ? <WrittenText text={text} /> : <Link text={text} href={href} />}</Fragment>
  ))

function Link({ text, href }: { text: string; href: string }) {
  const host = foreignHost(href, location.host)
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer" className={classes.link}>
        {text}
      </a>
      {host && (
        <>
          {' '}
          <span className={classes.host}>({host})</span>
        </>
      )}
    </>
  )
}
