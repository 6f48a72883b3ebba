import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { AdminTable } from './AdminTable.tsx'
import { Account, ApproveDialog, loadSignUps, signUpColumns } from './ApprovalsTab.tsx'
import { approvalTexts } from './approvals-texts.ts'
import { panelListQuery } from './panel-queries.ts'
import { PAGE_SIZE, parsePanelState } from './panel-state.ts'
import { adminTexts } from './texts.ts'

/** The accounts that wait for approval, the oldest first, for moderators, who have no access to the panel. */
export const SignUpList = () => {
  const [page, setPage] = useState(1)
  const [isOpen, setOpen] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery(
    panelListQuery({ ...parsePanelState({ tab: 'approvals' }), page }, 'oldest', loadSignUps),
  )
  if (isError && !data)
    return (
      <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
        {adminTexts.loadFailed}
      </ErrorNotice>
    )
  if (!data) return <p className="text-sm text-muted">{adminTexts.loading}</p>
  const waiting = data.filter(({ rejectedAt }) => rejectedAt === null)
  return (
    <>
      {data.length === 0 ? (
        <EmptyState icon="check" title={adminTexts.empty.approvals}>
          {approvalTexts.emptyText}
        </EmptyState>
      ) : (
        <AdminTable columns={signUpColumns} busy={isFetching}>
          {data.map((account) => (
            <Account key={account.id} account={account} />
          ))}
        </AdminTable>
      )}
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {waiting.length > 1 && (
          <Button onClick={() => setOpen(true)}>{approvalTexts.approveAll(waiting.length)}</Button>
        )}
        {page > 1 && <Button onClick={() => setPage(page - 1)}>{adminTexts.previous}</Button>}
        {data.length >= PAGE_SIZE && <Button onClick={() => setPage(page + 1)}>{adminTexts.next}</Button>}
      </div>
      {isOpen && <ApproveDialog accounts={waiting} onClose={() => setOpen(false)} />}
    </>
  )
}
