import { IconMessageBolt, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type SavedReply, savedReplies } from '#contract/saved-replies.ts'
import { useRouteMutation, useRouteQuery } from '../../data/queries.ts'
import { replyMessages, savedReplyMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { AboutSubject, ConfirmOne } from '../../ui/dialog/ConfirmDialog.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'
import { Empty } from '../../ui/layout/Empty.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { matchReplies } from './replyQuery.ts'
import classes from './SavedRepliesPage.module.css'
import { SavedReplyItem } from './SavedReplyItem.tsx'

const ReplyDialog = lazy(() => import('./ReplyDialog.tsx'))

/** The saved replies of the team and the user's own, which are made, changed and deleted here. */
export default function SavedRepliesPage() {
  const query = useRouteQuery(savedReplies.list)
  const editing = useDialog<SavedReply | null>()
  const deleting = useDialog<SavedReply>()
  const [isLoaded, setLoaded] = useState(false)
  const [search, setSearch] = useState('')
  const remove = useRouteMutation(savedReplies.remove, ({ message }) => message)
  function edit(reply: SavedReply | null) {
    setLoaded(true)
    editing.open(reply)
  }
  const add = (
    <Button icon={IconPlus} onClick={() => edit(null)}>
      {t.add}
    </Button>
  )
  return (
    <Page title={replyMessages.title} about={t.about} width="reading" action={add}>
      <QueryBoundary query={query} skeleton={<Skeleton lines={4} height={72} />}>
        {({ replies }) => {
          if (replies.length === 0)
            return (
              <Empty
                icon={IconMessageBolt}
                title={replyMessages.none}
                hint={replyMessages.noneHint}
              />
            )
          const found = matchReplies(replies, search)
          return (
            <div className={classes.content}>
              <SearchField
                value={search}
                searched="replies"
                count={formatNumber(replies.length)}
                onSearch={setSearch}
              />
              {found.length === 0 && <Empty title={t.notFound} />}
              {[true, false].map(isOfTeam => {
                const shown = found.filter(reply => reply.isOfTeam === isOfTeam)
                if (search && shown.length === 0) return null
                return (
                  <Section key={String(isOfTeam)} title={isOfTeam ? t.ofTeam : t.ofMe}>
                    {shown.length === 0 && (
                      <p className={classes.none}>{isOfTeam ? t.noneOfTeam : t.noneOfMe}</p>
                    )}
                    <ul className={classes.replies}>
                      {shown.map(reply => (
                        <SavedReplyItem
                          key={reply._id}
                          reply={reply}
                          onEdit={() => edit(reply)}
                          onRemove={() => deleting.open(reply)}
                        />
                      ))}
                    </ul>
                  </Section>
                )
              })}
            </div>
          )
        }}
      </QueryBoundary>
      <Suspense fallback={null}>{isLoaded && <ReplyDialog dialog={editing} />}</Suspense>
      <ConfirmOne
        dialog={deleting}
        title={t.remove}
        confirmLabel={t.remove}
        danger
        about={({ shortcode, isOfTeam }) => (
          <AboutSubject
            name={`/${shortcode}`}
            lines={[isOfTeam ? t.removeTeamLine : t.removeLine]}
          />
        )}
        onConfirm={({ _id }) => remove({ params: { reply: _id } })}
      />
    </Page>
  )
}
