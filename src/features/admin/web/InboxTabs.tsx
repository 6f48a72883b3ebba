import { type ReactNode, useState } from 'react'
import type { AdRequestRow, FeedbackRow } from '#features/requests/contract.ts'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import type { deleteAdRequest, deleteFeedback, listAdRequests, listFeedback } from '../contract-inbox.ts'
import { AdminList } from './AdminList.tsx'
import { AdminRow, type Cell, MemberLink, SenderAndTime, senderCells } from './AdminRow.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { AdminPanelState } from './panel-state.ts'
import { profileSubject } from './SubjectLinks.tsx'
import { adminTexts } from './texts.ts'

const texts = adminTexts.columns
const time = { label: texts.time, sorts: ['newest', 'oldest'] } as const
const adColumns = [{ label: texts.name }, { label: texts.email }, { label: texts.member }, time] as const
const feedbackColumns = [{ label: texts.member }, time, { label: texts.text }] as const

export const AdRequestsTab = ({ panelState }: { panelState: AdminPanelState }) => (
  <AdminList
    panelState={panelState}
    columns={adColumns}
    defaultSort="newest"
    load={(query) => callApi<typeof listAdRequests>('GET /api/admin/ad-requests', { query })}
    idOf={(row: AdRequestRow) => row.id}
  >
    {(row) => (
      <InboxRow
        draft={`delete-ad-request:${row.id}`}
        row={row}
        label={row.name}
        title={row.name}
        facts={
          <>
            <Email {...row} /> · <SenderAndTime {...row} />
          </>
        }
        cells={[{ label: texts.email, value: <Email {...row} /> }, ...senderCells(row)]}
        question={adminTexts.deleteAd(row.name)}
        action={(reason) =>
          callApi<typeof deleteAdRequest>('DELETE /api/admin/ad-requests/:id', {
            params: { id: row.id },
            query: { reason },
          })
        }
      />
    )}
  </AdminList>
)

const Email = ({ email }: { email: string }) => (
  <a href={`mailto:${email}`} className="text-accent hover:underline">
    {email}
  </a>
)

export const FeedbackTab = ({ panelState }: { panelState: AdminPanelState }) => (
  <AdminList
    panelState={panelState}
    columns={feedbackColumns}
    defaultSort="newest"
    load={(query) => callApi<typeof listFeedback>('GET /api/admin/feedback', { query })}
    idOf={(row: FeedbackRow) => row.id}
  >
    {(row) => (
      <InboxRow
        draft={`delete-feedback:${row.id}`}
        row={row}
        label={`${adminTexts.tabs.feedback} ${adminTexts.by} ${row.user.username}`}
        title={<MemberLink {...row.user} />}
        facts={<RelativeTime date={row.createdAt} />}
        cells={[{ label: texts.time, value: <RelativeTime date={row.createdAt} /> }]}
        question={adminTexts.deleteFeedback}
        action={(reason) =>
          callApi<typeof deleteFeedback>('DELETE /api/admin/feedback/:id', {
            params: { id: row.id },
            query: { reason },
          })
        }
      >
        <p dir="auto" className="whitespace-pre-line">
          {row.content}
        </p>
      </InboxRow>
    )}
  </AdminList>
)

type Props = {
  /** The name under which the draft of the reason is stored. */
  draft: string
  row: { user: { username: string } }
  label: string
  title: ReactNode
  facts: ReactNode
  cells: readonly Cell[]
  question: string
  action(reason: string): Promise<unknown>
  children?: ReactNode
}

/** Shows an item that a member sent to the admins, with a delete button. */
export const InboxRow = ({ draft, row, label, title, facts, cells, question, action, children }: Props) => {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <AdminRow
      label={label}
      title={title}
      facts={facts}
      cells={cells}
      actions={
        <Button aria-label={adminTexts.deleteNamed(label)} onClick={() => setConfirming(true)}>
          {adminTexts.delete}
        </Button>
      }
      dialog={
        isConfirming && (
          <ConfirmDialog
            draft={draft}
            title={question}
            text={adminTexts.deleteItemText}
            label={adminTexts.delete}
            isDeletion
            successMessage={adminTexts.isDeleted}
            action={action}
            subjects={[profileSubject(row.user.username)]}
            onClose={() => setConfirming(false)}
          />
        )
      }
    >
      {children}
    </AdminRow>
  )
}
