import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#core/limits.ts'
import { getErrorMessage } from '#web/api-client.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { Decision } from '../../contract.ts'
import { queueTexts } from './texts.ts'
import { undoDecision } from './undo-decision.ts'

type Props = { decision: Decision; onClose(): void }

/** Undoes a decision, with words for its author if the moderator has any. */
export const UndoDialog = ({ decision, onClose }: Props) => {
  const client = useQueryClient()
  const [words, setWords] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    try {
      await undoDecision(client, decision.id, words)
      showToast({ title: queueTexts.undoneToast, tone: 'success' })
      onClose()
    } catch (failure) {
      setError(getErrorMessage(failure, queueTexts.undoFailed))
      setIsBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={queueTexts.undoTitle}
      description={queueTexts.undoText}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <TextArea
          label={queueTexts.undoWords}
          rows={2}
          maxLength={limits.moderationWords}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <FormButtons error={error} busy={isBusy} busyLabel={queueTexts.undoing} onCancel={onClose}>
          {queueTexts.undo}
        </FormButtons>
      </form>
    </Dialog>
  )
}
