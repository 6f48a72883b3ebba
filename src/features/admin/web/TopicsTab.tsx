import { useState } from 'react'
import { paths } from '#core/paths.ts'
import type { TopicInfo } from '#features/topics/contract.ts'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type {
  createTopic,
  deleteTopic,
  listAdminTopics,
  setTopicHot,
  updateTopic,
} from '../contract-topics.ts'
import { AdminList } from './AdminList.tsx'
import { AdminRow, Badge } from './AdminRow.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { AdminPanelState } from './panel-state.ts'
import { topicSubject } from './SubjectLinks.tsx'
import { TopicDialog } from './TopicDialog.tsx'
import { adminTexts } from './texts.ts'
import { topicTexts } from './topics-texts.ts'
import { useAdminAction } from './use-admin-action.ts'

const texts = adminTexts.columns
const columns = [
  { label: texts.name, sorts: ['name', 'name-desc'], isAscending: true },
  { label: texts.posts, sorts: ['posts', 'posts-asc'], isNumber: true, sum: 'posts' },
  { label: texts.description },
  { label: texts.newest, sorts: ['newest', 'oldest'], isHidden: true },
] as const

export const TopicsTab = ({ panelState }: { panelState: AdminPanelState }) => {
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <AdminList
        panelState={panelState}
        columns={columns}
        defaultSort="name"
        action={
          <Button variant="primary" onClick={() => setCreating(true)}>
            {topicTexts.createTopic}
          </Button>
        }
        load={(query) => callApi<typeof listAdminTopics>('GET /api/admin/topics', { query })}
        idOf={(topic: TopicInfo) => topic.id}
      >
        {(topic) => <Topic topic={topic} />}
      </AdminList>
      {isCreating && (
        <TopicDialog
          draft="new-topic"
          title={topicTexts.createTopic}
          label={topicTexts.createTopic}
          busyLabel={topicTexts.creating}
          send={(body, reason) =>
            callApi<typeof createTopic>('POST /api/admin/topics', { body, query: { reason } })
          }
          successMessage={topicTexts.created}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}

/** Edits the topic as it was when the dialog opened, also if the list behind it is fetched again. */
const EditTopicDialog = ({ topic, onClose }: { topic: TopicInfo; onClose(): void }) => {
  const [{ id, name, description, revision }] = useState(topic)
  return (
    <TopicDialog
      draft={`topic:${id}`}
      title={topicTexts.renameTitle(name)}
      text={topicTexts.renameText}
      label={topicTexts.save}
      busyLabel={adminTexts.saving}
      values={{ name, description }}
      send={(body, reason) =>
        callApi<typeof updateTopic>(
          'PUT /api/admin/topics/:id',
          { params: { id }, body, query: { reason } },
          { ifMatch: String(revision) },
        )
      }
      successMessage={adminTexts.saved}
      onClose={onClose}
    />
  )
}

const Topic = ({ topic }: { topic: TopicInfo }) => {
  const { act, isBusy, error } = useAdminAction()
  const [openDialog, setOpenDialog] = useState<'change' | 'delete' | null>(null)
  const { id, name, description, isHot, postCount } = topic
  const params = { id }
  const close = () => setOpenDialog(null)
  return (
    <AdminRow
      label={name}
      title={
        <>
          <SiteLink href={paths.topic(name)} className="hover:underline">
            {name}
          </SiteLink>
          {isHot && <Badge>{topicTexts.hot}</Badge>}
        </>
      }
      facts={topicTexts.posts(postCount)}
      cells={[{ label: texts.posts, value: postCount.toLocaleString('en'), isNumber: true }]}
      error={error}
      actions={
        <>
          <Button
            busy={isBusy}
            aria-label={`${isHot ? topicTexts.unmarkHot : topicTexts.markHot}: ${name}`}
            onClick={() =>
              void act(
                () =>
                  callApi<typeof setTopicHot>('PATCH /api/admin/topics/:id/hot', {
                    params,
                    body: { isHot: !isHot },
                  }),
                isHot ? topicTexts.unmarkedHot(name) : topicTexts.markedHot(name),
              )
            }
          >
            {isHot ? topicTexts.unmarkHot : topicTexts.markHot}
          </Button>
          <Button aria-label={topicTexts.renameTitle(name)} onClick={() => setOpenDialog('change')}>
            {topicTexts.rename}
          </Button>
          <Button aria-label={adminTexts.deleteNamed(name)} onClick={() => setOpenDialog('delete')}>
            {adminTexts.delete}
          </Button>
        </>
      }
      dialog={
        <>
          {openDialog === 'change' && <EditTopicDialog topic={topic} onClose={close} />}
          {openDialog === 'delete' && (
            <ConfirmDialog
              draft={`delete-topic:${id}`}
              title={topicTexts.deleteTopic(name)}
              text={topicTexts.deleteTopicText(postCount)}
              label={adminTexts.delete}
              isDeletion
              successMessage={adminTexts.deleted(name)}
              action={(reason) =>
                callApi<typeof deleteTopic>('DELETE /api/admin/topics/:id', { params, query: { reason } })
              }
              subjects={[topicSubject(name)]}
              onClose={close}
            />
          )}
        </>
      }
    >
      {description && <p className="whitespace-pre-line">{description}</p>}
    </AdminRow>
  )
}
