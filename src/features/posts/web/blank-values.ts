import type { BlankValues } from '@prompt-collection/prompt-blanks'
import { readDraft, saveDraft } from '#web/drafts.ts'

/** The name of the draft that stores a member's values for the blanks of the most recently used prompts. */
export const BLANK_VALUES_DRAFT = 'blanks'
const MAX_PROMPTS = 20
const MAX_DRAFT_LENGTH = 400_000

type Stored = [promptId: string, values: BlankValues]

export const readBlankValues = (owner: number | null, promptId: string): BlankValues =>
  storedBy(owner).find(([id]) => id === promptId)?.[1] ?? {}

/** Stores the values of one prompt. Drops the oldest prompts if there are too many or their values are too long. */
export const saveBlankValues = (owner: number | null, promptId: string, values: BlankValues): void => {
  const others = storedBy(owner).filter(([id]) => id !== promptId)
  const filled = Object.entries(values).filter(([, value]) => value !== '')
  const stored: Stored[] = filled.length > 0 ? [[promptId, Object.fromEntries(filled)], ...others] : others
  stored.splice(MAX_PROMPTS)
  while (stored.length > 0 && JSON.stringify(stored).length > MAX_DRAFT_LENGTH) stored.pop()
  saveDraft(owner, BLANK_VALUES_DRAFT, stored)
}

const storedBy = (owner: number | null): Stored[] => readDraft<Stored[]>(owner, BLANK_VALUES_DRAFT) ?? []
