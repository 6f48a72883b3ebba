import { useEffect, useState } from 'react'
import { deleteDraft, readDraft, saveDraft } from '#web/drafts.ts'
import type { OptimizerFormValues } from './pending-request.ts'

const DRAFT_NAME = 'optimizer'
const EMPTY: OptimizerFormValues = { prompt: '', type: null, models: [] }

/**
 * Returns the form values and saves them as a draft, which survives reloads. `owner` is the member's id, or null for a
 * visitor.
 */
export const useOptimizerForm = (owner: number | null) => {
  const [form, setForm] = useState(EMPTY)
  useEffect(() => {
    const draft = readDraft<OptimizerFormValues>(owner, DRAFT_NAME)
    // A prompt typed before hydration takes precedence over the draft.
    if (draft) setForm((current) => (current.prompt ? current : { ...EMPTY, ...draft }))
  }, [owner])
  const change = (changes: Partial<OptimizerFormValues>) => {
    const next = { ...form, ...changes }
    setForm(next)
    if (next.prompt || next.type || next.models.length) saveDraft(owner, DRAFT_NAME, next)
    else deleteDraft(owner, DRAFT_NAME)
  }
  /** Moves values that were typed before signing in from the visitor's draft to the member's. */
  const adopt = (values: OptimizerFormValues) => {
    deleteDraft(null, DRAFT_NAME)
    change(values)
  }
  return { form, change, adopt }
}
