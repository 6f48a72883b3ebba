import { useEffect, useState } from 'react'
import type { OptimizeForm } from '#features/optimizer/web/waiting-request.ts'
import { dropDraft, keepDraft, readDraft } from '#web/drafts.ts'

const NAME = 'optimizer'
const EMPTY: OptimizeForm = { prompt: '', type: null, models: [] }

/** What is typed and chosen, kept over reloads. `owner`: the member's id, or null. */
export const useOptimizerForm = (owner: number | null) => {
  const [form, setForm] = useState(EMPTY)
  useEffect(() => {
    const draft = readDraft<OptimizeForm>(owner, NAME)
    // What was typed before the page was ready goes before.
    if (draft) setForm((now) => (now.prompt ? now : { ...EMPTY, ...draft }))
  }, [owner])
  const change = (to: Partial<OptimizeForm>) => {
    const next = { ...form, ...to }
    setForm(next)
    if (next.prompt || next.type || next.models.length) keepDraft(owner, NAME, next)
    else dropDraft(owner, NAME)
  }
  /** What was typed before signing in is this member's now, and nobody else's. */
  const take = (given: OptimizeForm) => {
    dropDraft(null, NAME)
    change(given)
  }
  return { form, change, take }
}
