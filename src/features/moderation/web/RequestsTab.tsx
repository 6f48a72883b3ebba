import { useState } from 'react'
import {
  approveRequest,
  listTopicRequests,
  rejectRequest,
  type TopicRequestRow,
} from '#features/moderation/contract-inbox.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/kit/Button.tsx'
import { AdminList } from './AdminList.tsx'
import { AdminRow } from './AdminRow.tsx'
import type { Address } from './address.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { From } from './From.tsx'
import { TopicDialog } from './TopicDialog.tsx'
import { texts } from './texts.ts'

export const RequestsTab = ({ address }: { address: Address }) => (
  <AdminList
    address={address}
    load={(query) => call(listTopicRequests, { query })}
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
      facts={<From {...request} />}
      actions={
        <>
          <Button
            variant="primary"
            aria-label={texts.approveTitle(name)}
            onClick={() => setOpenDialog('approve')}
          >
            {texts.approve}
          </Button>
          <Button aria-label={`${texts.reject} ${name}`} onClick={() => setOpenDialog('reject')}>
            {texts.reject}
          </Button>
        </>
      }
    >
      <p className="whitespace-pre-line">{description}</p>
      {openDialog === 'approve' && (
        <TopicDialog
          draft={`approve:${id}`}
          title={texts.approveTitle(name)}
          text={texts.approveText}
          label={texts.approve}
          busyLabel={texts.approving}
          values={{ name, description }}
          send={(body, reason) => call(approveRequest, { params, body, query: { reason } })}
          successMessage={texts.created}
          onClose={close}
        />
      )}
      {openDialog === 'reject' && (
        <ConfirmDialog
          draft={`reject:${id}`}
          title={texts.rejectTitle(name)}
          text={texts.rejectText}
          label={texts.reject}
          successMessage={texts.rejected}
          action={(reason) => call(rejectRequest, { params, query: { reason } })}
          onClose={close}
        />
      )}
    </AdminRow>
  )
}
