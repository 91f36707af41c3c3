import { partsOf } from './links.ts'

/** A text as it was written, with its web addresses as links that open beside the portal. */
export const LinkedText = ({ text }: { text: string }) =>
  partsOf(text).map(({ text, href }, place) =>
    href === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts never change places
      <a key={place} href={href} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    ),
  )
