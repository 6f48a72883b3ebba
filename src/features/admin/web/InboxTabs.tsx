import { type ReactNode, useState } from 'react'
import type { AdRequestRow, FeedbackRow } from '#features/requests/contract.ts'
import { call } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import type { deleteAdRequest, deleteFeedback, listAdRequests, listFeedback } from '../contract-inbox.ts'
import { AdminList } from './AdminList.tsx'
import { AdminRow, Sender } from './AdminRow.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { PanelState } from './panel-state.ts'
import { texts } from './texts.ts'

export const AdRequestsTab = ({ address }: { address: PanelState }) => (
  <AdminList
    address={address}
    load={(query) => call<typeof listAdRequests>('GET /api/admin/ad-requests', { query })}
    idOf={(row: AdRequestRow) => row.id}
  >
    {(row) => (
      <InboxRow
        draft={`delete-ad-request:${row.id}`}
        row={row}
        label={row.name}
        title={row.name}
        question={texts.deleteAd(row.name)}
        action={(reason) =>
          call<typeof deleteAdRequest>('DELETE /api/admin/ad-requests/:id', {
            params: { id: row.id },
            query: { reason },
          })
        }
      >
        <a href={`mailto:${row.email}`} className="text-accent hover:underline">
          {row.email}
        </a>
      </InboxRow>
    )}
  </AdminList>
)

export const FeedbackTab = ({ address }: { address: PanelState }) => (
  <AdminList
    address={address}
    load={(query) => call<typeof listFeedback>('GET /api/admin/feedback', { query })}
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
        action={(reason) =>
          call<typeof deleteFeedback>('DELETE /api/admin/feedback/:id', {
            params: { id: row.id },
            query: { reason },
          })
        }
      />
    )}
  </AdminList>
)

type Props = {
  /** The name under which the draft reason is stored. */
  draft: string
  row: { user: { username: string }; createdAt: Date }
  label: string
  title: ReactNode
  question: string
  action(reason: string): Promise<unknown>
  children?: ReactNode
}

/** An item sent by a member, with a delete button. */
export const InboxRow = ({ draft, row, label, title, question, action, children }: Props) => {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <AdminRow
      label={label}
      title={title}
      facts={<Sender {...row} />}
      actions={
        <Button aria-label={texts.deleteNamed(label)} onClick={() => setConfirming(true)}>
          {texts.delete}
        </Button>
      }
    >
      {children}
      {isConfirming && (
        <ConfirmDialog
          draft={draft}
          title={question}
          text={texts.deleteItemText}
          label={texts.delete}
          successMessage={texts.isDeleted}
          action={action}
          onClose={() => setConfirming(false)}
        />
      )}
    </AdminRow>
  )
}
