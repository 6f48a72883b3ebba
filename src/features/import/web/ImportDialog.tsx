import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { invalidatePostLists } from '#features/posts/web/invalidate-post-lists.ts'
import { getErrorMessage } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { FileChoice } from './FileChoice.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { canImport, comparePreview, createPreview, importChosen, type PreviewRow } from './preview.ts'
import type { ReadProblem } from './readers/candidate.ts'
import { type ChosenFile, readFiles } from './readers/read-files.ts'
import { importTexts } from './texts.ts'

/** Where the dialog is: files are chosen, read, shown, imported, or done. */
type Step = 'choosing' | 'reading' | 'preview' | 'importing' | 'done'

type Props = { canPublish: boolean; onClose(): void }

/**
 * Imports posts from files, which are read on the device: shows what would be created and what the member has already,
 * and creates what they choose.
 */
const ImportDialog = ({ canPublish, onClose }: Props) => {
  const client = useQueryClient()
  const user = useCurrentUser()
  const [step, setStep] = useState<Step>('choosing')
  const [rows, setRows] = useState<PreviewRow[]>([])
  const [problems, setProblems] = useState<ReadProblem[]>([])
  const [error, setError] = useState('')
  const isStopped = useRef(false)

  const read = async (files: readonly ChosenFile[]) => {
    setStep('reading')
    setError('')
    const { candidates, problems } = await readFiles(files)
    const preview = createPreview(candidates)
    setProblems(problems)
    try {
      setRows(await comparePreview(preview))
    } catch (cause) {
      setRows(preview)
      setError(getErrorMessage(cause, importTexts.compareFailed))
    }
    setStep('preview')
  }

  const start = async (target: { isPrivate: boolean; topicId: number | null }) => {
    setStep('importing')
    setError('')
    isStopped.current = false
    let count = 0
    try {
      for await (const done of importChosen(rows, target)) {
        const byId = new Map(done.map((row) => [row.id, row]))
        setRows((present) => present.map((row) => byId.get(row.id) ?? row))
        count += done.filter(({ state }) => state === 'created').length
        if (isStopped.current) break
      }
      announce(importTexts.done(count))
    } catch (cause) {
      setError(getErrorMessage(cause, importTexts.failed))
    }
    if (user) void invalidatePostLists(client, user.id)
    setStep('done')
  }

  const close = () => {
    isStopped.current = true
    onClose()
  }
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(open) => !open && close()}
      title={importTexts.title}
      description={importTexts.description}
    >
      {step === 'choosing' || step === 'reading' ? (
        <FileChoice isReading={step === 'reading'} onChosen={(files) => void read(files)} />
      ) : (
        <ImportPreview
          rows={rows}
          problems={problems}
          error={error}
          canPublish={canPublish}
          step={step}
          onChange={(ids, isChosen) =>
            setRows(rows.map((row) => (ids.has(row.id) && canImport(row) ? { ...row, isChosen } : row)))
          }
          onStart={(target) => void start(target)}
          onStop={() => {
            isStopped.current = true
          }}
          onBack={() => setStep('choosing')}
          onClose={close}
        />
      )}
    </Dialog>
  )
}

export default ImportDialog
