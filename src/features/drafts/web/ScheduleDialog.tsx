import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { createPostSchema } from '#features/posts/contract-form.ts'
import { ApiError, callApi, getErrorMessage } from '#web/api-client.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { DialogButtons } from '#web/kit/DialogButtons.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { messageTexts } from '#web/kit/message-texts.ts'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { Draft, DraftSummary, scheduleDraft } from '../contract.ts'
import { draftMessages } from '../contract-messages.ts'
import { MAX_SCHEDULE_AHEAD_MS, MIN_SCHEDULE_AHEAD_MS } from '../contract-values.ts'
import { formatDateTimeLocal, getTomorrowMorning, parseDateTimeLocal } from './local-time.ts'
import { draftQuery } from './queries.ts'
import { resumeDraft } from './resume-draft.ts'
import { draftTexts } from './texts.ts'

/** Asks for the time at which to publish a draft, or says what it lacks. Loaded when first opened. */
const ScheduleDialog = ({ draft, onClose }: { draft: DraftSummary; onClose(): void }) => {
  const client = useQueryClient()
  const { data: content } = useQuery(draftQuery(draft.id))
  const missing = content ? listMissing(content) : []
  const [openedAt] = useState(() => Date.now())
  const [time, setTime] = useState(() =>
    formatDateTimeLocal(draft.publishAt ?? getTomorrowMorning(new Date())),
  )
  const [timeError, setTimeError] = useState<string>()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setError(null)
    const publishAt = parseDateTimeLocal(time)
    const invalid = publishAt ? timeErrorOf(publishAt) : draftMessages.notATime
    setTimeError(invalid)
    if (invalid || !publishAt) return
    setIsBusy(true)
    try {
      await callApi<typeof scheduleDraft>('PUT /api/user/drafts/:id/schedule', {
        params: { id: draft.id },
        body: { publishAt: publishAt.toISOString() },
      })
      await invalidateLists(client, 'drafts')
      showToast({ title: draftTexts.scheduled, tone: 'success' })
      onClose()
    } catch (failure) {
      const issues = failure instanceof ApiError ? failure.fieldErrors : []
      setTimeError(issues.find(({ path }) => path === 'publishAt')?.message)
      const others = issues.filter(({ path }) => path !== 'publishAt').map(({ message }) => message)
      if (others.length > 0) setError(draftTexts.incomplete(others.join('. ')))
      else if (issues.length === 0) setError(getErrorMessage(failure, draftTexts.scheduleFailed))
    } finally {
      setIsBusy(false)
    }
  }
  const resume = async () => {
    setIsBusy(true)
    await resumeDraft(draft.id)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={draftTexts.scheduleTitle}
      description={draftTexts.scheduleText}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <TextField
          label={draftTexts.time}
          type="datetime-local"
          value={time}
          min={formatDateTimeLocal(new Date(openedAt + MIN_SCHEDULE_AHEAD_MS))}
          max={formatDateTimeLocal(new Date(openedAt + MAX_SCHEDULE_AHEAD_MS))}
          error={timeError}
          hint={draftTexts.timeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
          onChange={({ currentTarget }) => setTime(currentTarget.value)}
        />
        {missing.length > 0 ? (
          <DialogButtons error={draftTexts.incomplete(missing.join('. '))}>
            <Button onClick={onClose}>{messageTexts.cancel}</Button>
            <Button variant="primary" busy={isBusy} onClick={() => void resume()}>
              {draftTexts.continue}
            </Button>
          </DialogButtons>
        ) : (
          <FormButtons error={error} busy={isBusy} busyLabel={draftTexts.scheduling} onCancel={onClose}>
            {draftTexts.schedule}
          </FormButtons>
        )}
      </form>
    </Dialog>
  )
}

/** Returns the messages of what a draft lacks that a post must have. */
const listMissing = (content: Draft): string[] =>
  createPostSchema.safeParse(content).error?.issues.map(({ message }) => message) ?? []

const timeErrorOf = (publishAt: Date): string | undefined => {
  const aheadMs = publishAt.getTime() - Date.now()
  if (aheadMs < MIN_SCHEDULE_AHEAD_MS) return draftMessages.tooSoon
  return aheadMs > MAX_SCHEDULE_AHEAD_MS ? draftMessages.tooLate : undefined
}

export default ScheduleDialog
