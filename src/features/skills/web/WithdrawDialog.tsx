import { useState } from 'react'
import { limits } from '#core/limits.ts'
import { callApi } from '#web/api-client.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { withdrawVersion } from '../contract.ts'
import { skillMessages } from '../contract-messages.ts'
import { skillTexts } from './texts.ts'

type Props = { postId: number; version: number; onClose(): void }

/** Asks for the reason, and withdraws a version of a skill. */
const WithdrawDialog = ({ postId, version, onClose }: Props) => {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const { isBusy, run } = useListMutation('posts')
  const withdraw = async () => {
    if (!reason.trim()) return setError(skillMessages.reasonRequired)
    const isDone = await run(skillTexts.withdrawFailed, () =>
      callApi<typeof withdrawVersion>('POST /api/posts/:id/versions/:number/withdraw', {
        params: { id: postId, number: version },
        body: { reason },
      }),
    )
    if (!isDone) return
    onClose()
    showToast({ title: skillTexts.withdrawnNow(version), tone: 'success' })
  }
  return (
    <ConfirmDialog
      title={skillTexts.withdrawVersion(version)}
      text={skillTexts.withdrawText}
      confirmLabel={skillTexts.withdraw}
      busyLabel={skillTexts.withdrawing}
      isBusy={isBusy}
      onConfirm={() => void withdraw()}
      onClose={onClose}
    >
      <TextArea
        label={skillTexts.reason}
        rows={2}
        maxLength={limits.reason}
        value={reason}
        error={error}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  )
}

export default WithdrawDialog
