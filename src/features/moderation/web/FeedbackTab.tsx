import { deleteFeedback, type FeedbackRow, listFeedback } from '#features/moderation/contract-inbox.ts'
import { call } from '#web/call.ts'
import { AdminList } from './AdminList.tsx'
import type { Address } from './address.ts'
import { InboxRow } from './InboxRow.tsx'
import { texts } from './texts.ts'

export const FeedbackTab = ({ address }: { address: Address }) => (
  <AdminList
    address={address}
    load={(query) => call(listFeedback, { query })}
    idOf={(row: FeedbackRow) => row.id}
  >
    {(row) => (
      <InboxRow
        draft={`delete-feedback:${row.id}`}
        row={row}
        label={`${texts.tabs.feedback} ${texts.by} ${row.user.username}`}
        title={
          <p dir="auto" className="font-normal whitespace-pre-line">
            {row.content}
          </p>
        }
        question={texts.deleteFeedback}
        action={(reason) => call(deleteFeedback, { params: { id: row.id }, query: { reason } })}
      />
    )}
  </AdminList>
)
