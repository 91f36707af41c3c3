import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { SavedReply } from '#contract/saved-replies.ts'
import { AttachedFiles } from '../../files/AttachedFiles.tsx'
import { replyMessages, savedReplyMessages as t } from '../../messages/current.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Fact, Facts } from '../../ui/layout/Facts.tsx'
import { LongText } from '../../ui/text/LongText.tsx'
import classes from './SavedReplyItem.module.css'

type Props = { reply: SavedReply; onEdit: () => void; onRemove: () => void }

/** A reply with its text in each language. */
export const SavedReplyItem = ({
  reply: { shortcode, turkish, english, files },
  onEdit,
  onRemove,
}: Props) => (
  <li className={classes.reply}>
    <div className={classes.head}>
      <h3 className={classes.shortcode}>
        <bdi>{`/${shortcode}`}</bdi>
      </h3>
      <IconButton icon={IconPencil} label={t.editOf(shortcode)} onClick={onEdit} />
      <IconButton icon={IconTrash} label={t.removeOf(shortcode)} onClick={onRemove} />
    </div>
    <Facts layout="columns">
      {(
        [
          ['tr', turkish],
          ['en', english],
        ] as const
      ).map(
        ([language, text]) =>
          text && (
            <Fact key={language} name={replyMessages.text[language]} lang={language}>
              <LongText>{text}</LongText>
            </Fact>
          ),
      )}
    </Facts>
    <AttachedFiles files={files.map(file => ({ ...file, id: file._id }))} />
  </li>
)
