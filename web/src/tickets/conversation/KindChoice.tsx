import { IconLock, IconMessageCircle } from '@tabler/icons-react'
import { ticketMessages as t } from '../../messages/current.ts'
import classes from './KindChoice.module.css'

export type WritingKind = 'answer' | 'note'

const icons = { answer: IconMessageCircle, note: IconLock }
const keys = { answer: 'r', note: 'n' }

type Props = {
  kinds: readonly WritingKind[]
  shown: WritingKind | null
  hasDraft: Record<WritingKind, boolean>
  onChoose: (kind: WritingKind) => void
}

/** Which of the team's composers is open: each kind has its own, with its own draft. */
export const KindChoice = ({ kinds, shown, hasDraft, onChoose }: Props) => (
  <fieldset className={classes.kinds} aria-label={t.writeWhat}>
    {kinds.map(kind => {
      const Icon = icons[kind]
      return (
        <button
          key={kind}
          type="button"
          className={classes.kind}
          data-kind={kind}
          aria-pressed={kind === shown}
          aria-keyshortcuts={keys[kind]}
          onClick={() => onChoose(kind)}
        >
          <Icon aria-hidden />
          <span>{kind === 'answer' ? t.answerCustomer : t.note}</span>
          {hasDraft[kind] && kind !== shown && <span>{t.hasDraft}</span>}
        </button>
      )
    })}
  </fieldset>
)
