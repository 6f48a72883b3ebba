import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#core/limits.ts'
import { getModelsByType } from '#core/model-catalogue.ts'
import type { PostPage } from '#features/posts/contract.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { Field } from '#web/kit/Field.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import MutedNotice from '#web/MutedNotice.tsx'
import type { withdrawResult } from '../contract.ts'
import { resultsQuery } from './queries.ts'
import { ResultReports } from './ResultReports.tsx'
import { sendResultReport, updateCachedTallies } from './send-report.ts'
import { resultTexts } from './texts.ts'

type Props = { post: PostPage; canReport: boolean; onClose(): void }

/** Asks whether the prompt worked, and shows the reports of others. Its code is loaded when it is first opened. */
const ResultDialog = ({ post, canReport, onClose }: Props) => {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(resultsQuery(post.id))
  const withdraw = async (model: string) => {
    try {
      const { tallies } = await callApi<typeof withdrawResult>('DELETE /api/posts/:id/results/:model', {
        params: { id: post.id, model },
      })
      updateCachedTallies(client, post.id, tallies)
      showToast({ title: resultTexts.withdrawn, tone: 'success' })
    } catch (error) {
      showToast({ title: resultTexts.sendFailed, description: getErrorMessage(error, ''), tone: 'danger' })
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={canReport ? resultTexts.title : resultTexts.reportsTitle}
      {...(canReport ? { description: resultTexts.text } : {})}
    >
      {canReport && <ReportForm post={post} onClose={onClose} />}
      {isError && <ErrorNotice onRetry={() => void refetch()}>{resultTexts.loadFailed}</ErrorNotice>}
      {data && (
        <ResultReports results={data} topicId={post.topic?.id} onWithdraw={(model) => void withdraw(model)} />
      )}
    </Dialog>
  )
}

const ReportForm = ({ post, onClose }: Omit<Props, 'canReport'>) => {
  const client = useQueryClient()
  const user = useCurrentUser()
  const [model, setModel] = useState(post.models[0] ?? '')
  const [worked, setWorked] = useState<boolean | null>(null)
  const [note, setNote] = useState('')
  const [example, setExample] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const isComplete = model !== '' && worked !== null
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || isBusy) return
    setIsBusy(true)
    setError(undefined)
    try {
      await sendResultReport(client, post.id, { model, worked, note, example })
      showToast({ title: resultTexts.sent, tone: 'success' })
      onClose()
    } catch (cause) {
      setError(getErrorMessage(cause, resultTexts.sendFailed))
      setIsBusy(false)
    }
  }
  if (user?.isMuted)
    return (
      <div className="mb-4">
        <MutedNotice action={resultTexts.mutedAction} />
      </div>
    )
  return (
    <form onSubmit={(event) => void send(event)} className="mb-6 flex flex-col gap-4">
      <BoxBoundary>
        <Field label={resultTexts.model}>
          {(wiring) => (
            <select {...wiring} value={model} onChange={({ target }) => setModel(target.value)}>
              <option value="">{resultTexts.chooseModel}</option>
              {getModelsByType([post.type]).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1.5 text-sm font-medium">{resultTexts.outcome}</legend>
          {([true, false] as const).map((value) => (
            <label
              key={String(value)}
              className="control flex cursor-pointer items-center gap-2 rounded-lg border px-3.5 text-sm has-checked:border-accent has-checked:bg-sunken"
            >
              <input
                type="radio"
                name="worked"
                checked={worked === value}
                onChange={() => setWorked(value)}
              />
              <span>{value ? resultTexts.worked : resultTexts.failed}</span>
            </label>
          ))}
        </fieldset>
        <TextField
          label={resultTexts.note}
          placeholder={resultTexts.notePlaceholder}
          autoComplete="off"
          maxLength={limits.resultNote}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <TextArea
          label={resultTexts.example}
          rows={3}
          maxLength={limits.resultExample}
          value={example}
          onChange={({ target }) => setExample(target.value)}
        />
        {error && <ErrorNotice>{error}</ErrorNotice>}
        <div className="flex justify-end">
          <Button
            type="submit"
            variant="primary"
            busy={isBusy}
            busyLabel={resultTexts.sending}
            disabled={!isComplete}
          >
            {resultTexts.submit}
          </Button>
        </div>
      </BoxBoundary>
    </form>
  )
}

export default ResultDialog
