import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignUpRow } from '#features/members/contract.ts'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import type { approveSignUps, listSignUps, rejectSignUp } from '../contract-sign-ups.ts'
import { AdminList } from './AdminList.tsx'
import { AdminRow, Badge } from './AdminRow.tsx'
import { approvalTexts } from './approvals-texts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { type AdminListParams, panelListQuery } from './panel-queries.ts'
import { type AdminPanelState, getSelectedSort } from './panel-state.ts'
import { adminTexts } from './texts.ts'

const texts = adminTexts.columns
const sorts = ['newest', 'oldest'] as const
export const signUpColumns = [
  { label: texts.name },
  { label: texts.email },
  { label: texts.time, sorts },
  { label: approvalTexts.answer },
] as const

export const loadSignUps = (query: AdminListParams<(typeof sorts)[number]>): Promise<SignUpRow[]> =>
  callApi<typeof listSignUps>('GET /api/admin/sign-ups', { query })

/** The accounts that wait for approval, on a site with `SIGN_UP=approval`. */
export const ApprovalsTab = ({ panelState }: { panelState: AdminPanelState }) => {
  const [isOpen, setOpen] = useState(false)
  // The same query as the list's, for the button that approves the whole page.
  const { data = [] } = useQuery(panelListQuery(panelState, getSelectedSort(sorts, panelState), loadSignUps))
  const waiting = data.filter(({ rejectedAt }) => rejectedAt === null)
  return (
    <>
      <AdminList
        panelState={panelState}
        columns={signUpColumns}
        defaultSort="newest"
        load={loadSignUps}
        idOf={(row: SignUpRow) => row.id}
        action={
          waiting.length > 1 && (
            <Button onClick={() => setOpen(true)}>{approvalTexts.approveAll(waiting.length)}</Button>
          )
        }
      >
        {(row) => <Account account={row} />}
      </AdminList>
      {isOpen && <ApproveDialog accounts={waiting} onClose={() => setOpen(false)} />}
    </>
  )
}

export const ApproveDialog = ({ accounts, onClose }: { accounts: readonly SignUpRow[]; onClose(): void }) => {
  const [first] = accounts
  const title =
    accounts.length === 1 && first
      ? approvalTexts.approveNamed(first.username)
      : approvalTexts.approveAll(accounts.length)
  return (
    <ConfirmDialog
      draft={`approve:${accounts.map(({ id }) => id).join()}`}
      title={title}
      text={approvalTexts.approveText}
      label={approvalTexts.approve}
      successMessage={approvalTexts.approved(accounts.length)}
      action={(reason) =>
        callApi<typeof approveSignUps>('POST /api/admin/sign-ups/approve', {
          query: { reason },
          body: { ids: accounts.map(({ id }) => id) },
        })
      }
      onClose={onClose}
    />
  )
}

/** A row with an account that waits for approval, or is rejected. */
export const Account = ({ account }: { account: SignUpRow }) => {
  const { id, username, email, answer, answeredAt, rejectedAt, reason } = account
  const [dialog, setDialog] = useState<'approve' | 'reject' | null>(null)
  const close = () => setDialog(null)
  const time = <RelativeTime date={answeredAt} />
  return (
    <AdminRow
      label={username}
      title={
        <>
          <span>{username}</span>
          <Badge isWarning={rejectedAt !== null}>
            {rejectedAt === null ? approvalTexts.waiting : approvalTexts.rejected}
          </Badge>
        </>
      }
      facts={
        <>
          {email && <>{email} · </>}
          {time}
        </>
      }
      cells={[
        { label: texts.email, value: email },
        { label: texts.time, value: time },
      ]}
      actions={
        <>
          <Button aria-label={approvalTexts.approveNamed(username)} onClick={() => setDialog('approve')}>
            {approvalTexts.approve}
          </Button>
          {rejectedAt === null && (
            <Button aria-label={approvalTexts.rejectNamed(username)} onClick={() => setDialog('reject')}>
              {approvalTexts.reject}
            </Button>
          )}
        </>
      }
      more={
        reason && (
          <p dir="auto" className="whitespace-pre-line">
            {approvalTexts.rejectedBecause(reason)}
          </p>
        )
      }
      dialog={
        <>
          {dialog === 'approve' && <ApproveDialog accounts={[account]} onClose={close} />}
          {dialog === 'reject' && (
            <ConfirmDialog
              draft={`reject:${id}`}
              title={approvalTexts.rejectTitle(username)}
              text={approvalTexts.rejectText}
              label={approvalTexts.reject}
              isDeletion
              successMessage={approvalTexts.isRejected(username)}
              action={(reason) =>
                callApi<typeof rejectSignUp>('POST /api/admin/sign-ups/:id/reject', {
                  params: { id },
                  query: { reason },
                })
              }
              onClose={close}
            />
          )}
        </>
      }
    >
      <p dir="auto" className="whitespace-pre-line">
        {answer}
      </p>
    </AdminRow>
  )
}
