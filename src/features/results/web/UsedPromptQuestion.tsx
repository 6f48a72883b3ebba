import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getModelName } from '#core/model-catalogue.ts'
import { getErrorMessage } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { showToast } from '#web/kit/toast.ts'
import { reportOutcome } from './send-report.ts'
import { resultTexts } from './texts.ts'

type Props = { postId: number; model: string; onAnswered(): void; onAddNote(): void }

/** Asks a reader who has used the prompt whether it worked with one model. */
const UsedPromptQuestion = ({ postId, model, onAnswered, onAddNote }: Props) => {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const answer = async (worked: boolean) => {
    setIsBusy(true)
    try {
      await reportOutcome(client, postId, { model, worked })
      showToast({
        title: resultTexts.sent,
        tone: 'success',
        action: { label: resultTexts.addNote, run: onAddNote },
      })
      onAnswered()
    } catch (error) {
      showToast({ title: resultTexts.sendFailed, description: getErrorMessage(error, ''), tone: 'danger' })
      setIsBusy(false)
    }
  }
  return (
    <div role="status" className="flex flex-wrap items-center gap-2">
      <span className="text-sm">{resultTexts.askAbout(getModelName(model))}</span>
      <span className="flex gap-2">
        <Button disabled={isBusy} onClick={() => void answer(true)}>
          {resultTexts.worked}
        </Button>
        <Button disabled={isBusy} onClick={() => void answer(false)}>
          {resultTexts.failed}
        </Button>
      </span>
    </div>
  )
}

export default UsedPromptQuestion
