import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { OwnReport, withdrawReport } from '../../contract-reports.ts'
import { reportTexts } from './texts.ts'

type Props = { report: Pick<OwnReport, 'id'>; onClose(): void }

/** Asks before a report is withdrawn, because its words are lost. */
export const WithdrawDialog = ({ report: { id }, onClose }: Props) => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const withdraw = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await callApi<typeof withdrawReport>('DELETE /api/reports/:id', { params: { id } })
      onClose()
      showToast({ title: reportTexts.withdrawn, tone: 'success' })
    } catch (failure) {
      setError(getErrorMessage(failure, reportTexts.withdrawFailed))
      setBusy(false)
    }
    // Moderators may have decided meanwhile.
    void invalidateLists(client, 'own-reports')
  }
  return (
    <ConfirmDialog
      title={reportTexts.withdrawTitle}
      text={reportTexts.withdrawText}
      error={error}
      isHarmless
      confirmLabel={reportTexts.withdraw}
      busyLabel={reportTexts.withdrawing}
      isBusy={isBusy}
      onConfirm={() => void withdraw()}
      onClose={onClose}
    />
  )
}
