import { useState } from 'react'
import type { TopicRequestRow } from '#features/requests/contract.ts'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import type { approveTopicRequest, listTopicRequests, rejectTopicRequest } from '../contract-inbox.ts'
import { AdminList } from './AdminList.tsx'
import { AdminRow, SenderAndTime, senderCells } from './AdminRow.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { AdminPanelState } from './panel-state.ts'
import { profileSubject } from './SubjectLinks.tsx'
import { TopicDialog } from './TopicDialog.tsx'
import { adminTexts } from './texts.ts'
import { topicTexts } from './topics-texts.ts'

const texts = adminTexts.columns
const columns = [
  { label: texts.name },
  { label: texts.member },
  { label: texts.time, sorts: ['newest', 'oldest'] },
  { label: texts.description },
] as const

export const RequestsTab = ({ panelState }: { panelState: AdminPanelState }) => (
  <AdminList
    panelState={panelState}
    columns={columns}
    defaultSort="newest"
    load={(query) => callApi<typeof listTopicRequests>('GET /api/admin/topic-requests', { query })}
    idOf={(request: TopicRequestRow) => request.id}
  >
    {(request) => <Request request={request} />}
  </AdminList>
)

const Request = ({ request }: { request: TopicRequestRow }) => {
  const [openDialog, setOpenDialog] = useState<'approve' | 'reject' | null>(null)
  const { id, name, description } = request
  const params = { id }
  const close = () => setOpenDialog(null)
  return (
    <AdminRow
      label={name}
      title={name}
      facts={<SenderAndTime {...request} />}
      cells={senderCells(request)}
      actions={
        <>
          <Button aria-label={topicTexts.approveTitle(name)} onClick={() => setOpenDialog('approve')}>
            {topicTexts.approve}
          </Button>
          <Button aria-label={`${topicTexts.reject} ${name}`} onClick={() => setOpenDialog('reject')}>
            {topicTexts.reject}
          </Button>
        </>
      }
      dialog={
        <>
          {openDialog === 'approve' && (
            <TopicDialog
              draft={`approve:${id}`}
              title={topicTexts.approveTitle(name)}
              text={topicTexts.approveText}
              label={topicTexts.approve}
              busyLabel={topicTexts.approving}
              values={{ name, description }}
              send={(body, reason) =>
                callApi<typeof approveTopicRequest>('POST /api/admin/topic-requests/:id/approve', {
                  params,
                  body,
                  query: { reason },
                })
              }
              successMessage={topicTexts.created}
              onClose={close}
            />
          )}
          {openDialog === 'reject' && (
            <ConfirmDialog
              draft={`reject:${id}`}
              title={topicTexts.rejectTitle(name)}
              text={topicTexts.rejectText}
              label={topicTexts.reject}
              isDeletion
              successMessage={topicTexts.rejected}
              action={(reason) =>
                callApi<typeof rejectTopicRequest>('DELETE /api/admin/topic-requests/:id', {
                  params,
                  query: { reason },
                })
              }
              subjects={[profileSubject(request.user.username)]}
              onClose={close}
            />
          )}
        </>
      }
    >
      <p className="whitespace-pre-line">{description}</p>
    </AdminRow>
  )
}
