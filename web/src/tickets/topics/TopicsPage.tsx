import { IconPencil, IconPlus, IconTags, IconTrash } from '@tabler/icons-react'
import { maxTopics, NewTopic, type Topic, topics } from '#contract/topics.ts'
import {
  lastingData,
  useRouteMutation,
  useRouteMutationInPlace,
  useRouteQuery,
} from '../../data/queries.ts'
import { administrationMessages, topicMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { AboutSubject, ConfirmOne } from '../../ui/dialog/ConfirmDialog.tsx'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import { type DialogState, useDialog } from '../../ui/dialog/useDialog.ts'
import { conflictAt } from '../../ui/form/conflictAt.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import classes from './TopicsPage.module.css'

/** The vendor's topics, which administrators add, rename and delete. */
export default function TopicsPage() {
  const query = useRouteQuery(topics.list)
  const editing = useDialog<Topic | null>()
  const deleting = useDialog<Topic>()
  const remove = useRouteMutation(topics.remove, ({ message }) => message)
  return (
    <Page
      title={administrationMessages.topics}
      about={t.about}
      width="reading"
      action={
        <Button icon={IconPlus} onClick={() => editing.open(null)}>
          {t.add}
        </Button>
      }
    >
      <QueryBoundary query={query} skeleton={<Skeleton lines={4} height={44} />}>
        {({ topics }) =>
          topics.length === 0 ? (
            <Empty icon={IconTags} title={t.none} hint={t.noneHint} />
          ) : (
            <ul className={classes.topics} aria-label={administrationMessages.topics}>
              {topics.map(topic => (
                <li key={topic._id}>
                  <bdi>{topic.name}</bdi>
                  <IconButton
                    icon={IconPencil}
                    label={t.editOf(topic.name)}
                    onClick={() => editing.open(topic)}
                  />
                  <IconButton
                    icon={IconTrash}
                    label={t.removeOf(topic.name)}
                    onClick={() => deleting.open(topic)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      <TopicDialog dialog={editing} />
      <ConfirmOne
        dialog={deleting}
        title={t.remove}
        confirmLabel={t.remove}
        danger
        about={topic => <AboutRemoval topic={topic} isOpen={deleting.opened} />}
        onConfirm={({ _id }) => remove({ params: { topic: _id } })}
      />
    </Page>
  )
}

/** The name of a topic, which is changed, or of a new one. */
function TopicDialog({ dialog }: { dialog: DialogState<Topic | null> }) {
  const create = useRouteMutationInPlace(topics.create, t.added)
  const update = useRouteMutationInPlace(topics.update, ({ message }) => message)
  const topic = dialog.subject ?? null
  return (
    <FormDialog
      key={topic?._id}
      dialog={dialog}
      title={topic ? t.edit : t.add}
      schema={NewTopic}
      initial={{ name: topic?.name ?? '' }}
      submit={t.save}
      onSubmit={body =>
        (topic ? update({ params: { topic: topic._id }, body }) : create({ body })).catch(
          conflictAt('name'),
        )
      }
    >
      <TextField
        name="name"
        label={t.name}
        hint={t.nameHint(maxTopics)}
        autoComplete="off"
        required
        data-autofocus
      />
    </FormDialog>
  )
}

/** With the number of tickets that lose the topic, which is not asked for after its removal. */
function AboutRemoval({ topic: { _id, name }, isOpen }: { topic: Topic; isOpen: boolean }) {
  const { data } = useRouteQuery(
    topics.get,
    { params: { topic: _id } },
    { enabled: isOpen, staleTime: 0, meta: lastingData },
  )
  return (
    <AboutSubject
      name={name}
      lines={[data ? t.removeLine(data.tickets, formatNumber(data.tickets)) : '…', t.filtersLine]}
    />
  )
}
