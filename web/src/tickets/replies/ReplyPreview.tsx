import type { Language } from '#contract/text/messages.ts'
import { fillPlaceholders, findPlaceholders } from '#contract/text/placeholders.ts'
import { replyMessages, savedReplyMessages as t } from '../../messages/current.ts'
import { Section } from '../../ui/layout/Section.tsx'
import classes from './ReplyPreview.module.css'

/** What is inserted on an example of a ticket, with the blanks that are left marked. */
export const ReplyPreview = ({ texts }: { texts: Record<Language, string> }) => (
  <Section title={t.preview}>
    <p className={classes.hint}>
      {texts.tr.trim() || texts.en.trim() ? t.previewHint : t.previewEmpty}
    </p>
    {(['tr', 'en'] as const).map(
      language =>
        texts[language].trim() && (
          <div key={language} className={classes.message}>
            <div className={classes.language}>{replyMessages.text[language]}</div>
            <p className={classes.text} lang={language} dir="auto">
              <Marked text={fillPlaceholders(texts[language].trim(), t.sample)} />
            </p>
          </div>
        ),
    )}
  </Section>
)

function Marked({ text }: { text: string }) {
  const left = findPlaceholders(text)
  return (
    <>
      {left.map(({ text: word, start }, index) => (
        <span key={start}>
          <span>{text.slice(left[index - 1]?.end ?? 0, start)}</span>
          <mark className={classes.blank}>{word}</mark>
        </span>
      ))}
      <span>{text.slice(left.at(-1)?.end ?? 0)}</span>
    </>
  )
}
