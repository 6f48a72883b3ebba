import { useState } from 'react'
import { getErrorMessage } from '#web/api-client.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { secondFactorTexts } from './texts.ts'

type Props = {
  title: string
  text: string
  label: string
  failed: string
  onConfirm(): Promise<void>
  onClose(): void
}

/** Asks for confirmation before a second factor is removed or recovery codes are replaced. */
export const ConfirmChangeDialog = ({ title, text, label, failed, onConfirm, onClose }: Props) => {
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    setIsBusy(true)
    setError('')
    try {
      await onConfirm()
    } catch (cause) {
      setError(getErrorMessage(cause, failed))
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={label}
      busyLabel={secondFactorTexts.working}
      error={error}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
