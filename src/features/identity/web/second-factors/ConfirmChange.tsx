import { useState } from 'react'
import { CallError } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { texts } from './texts.ts'

type Props = {
  title: string
  text: string
  label: string
  failed: string
  onConfirm(): Promise<void>
  onClose(): void
}

/** Asks before a second factor is removed or recovery codes are replaced. */
export const ConfirmChange = ({ title, text, label, failed, onConfirm, onClose }: Props) => {
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    setIsBusy(true)
    setError('')
    try {
      await onConfirm()
    } catch (cause) {
      setError(cause instanceof CallError ? cause.userMessage : failed)
      setIsBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={(open) => !open && !isBusy && onClose()} title={title} description={text}>
      {error && (
        <div className="mb-4">
          <Notice>{error}</Notice>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2 narrow:flex-col-reverse">
        <Button onClick={onClose} disabled={isBusy}>
          {texts.cancel}
        </Button>
        <Button variant="danger" busy={isBusy} busyLabel={texts.working} onClick={() => void confirm()}>
          {label}
        </Button>
      </div>
    </Dialog>
  )
}
