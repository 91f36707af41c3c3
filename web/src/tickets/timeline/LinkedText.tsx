import { Fragment } from 'react'
import { foreignHost } from '#contract/text/hosts.ts'
import { WrittenText } from '../../ui/text/WrittenText.tsx'
import classes from './LinkedText.module.css'
import { splitLinks } from './links.ts'

/** A text with its web addresses as links, which open in a
 * new tab; a link to another host names that host. */
export const LinkedText = ({ text }: { text: string }) =>
  splitLinks(text).map(({ text, href }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts keep their order
    <Fragment key={index}>
      {href === undefined ? <WrittenText text={text} /> : <Link text={text} href={href} />}
    </Fragment>
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
          <span className={classes.host}>{`(${host})`}</span>
        </>
      )}
    </>
  )
}
