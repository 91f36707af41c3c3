type Props = { name: string; detail?: string; lines: readonly string[] }

/** What a confirmation is about: the object's name, with a detail that tells it from others, and the consequences. */
export const AboutSubject = ({ name, detail, lines }: Props) => (
  <>
    <p>
      <strong>{name}</strong>
      {detail && ` · ${detail}`}
    </p>
    {lines.map(line => (
      <p key={line}>{line}</p>
    ))}
  </>
)
