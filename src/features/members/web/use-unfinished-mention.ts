import { type RefObject, useEffect, useState } from 'react'
import { MENTION_START } from '#core/mentions.ts'

/**
 * A mention that is being typed. `start` is the index of its `@`, and `prefix` is the text between the `@` and the
 * cursor.
 */
type UnfinishedMention = { start: number; prefix: string }

type Field = RefObject<HTMLTextAreaElement | null>

/**
 * Returns the mention that the member is typing in a field, or null. Only typing starts a mention; moving the
 * cursor out of the mention ends it. `dismiss` hides it until another mention starts.
 */
export const useUnfinishedMention = (field: Field) => {
  const [mention, setMention] = useState<UnfinishedMention | null>(() => readMention(field.current))
  const [dismissedAt, setDismissedAt] = useState<number | null>(null)
  useEffect(() => {
    const textArea = field.current
    if (!textArea) return
    const onInput = () => {
      const next = readMention(textArea)
      setMention(next)
      if (!next) setDismissedAt(null)
    }
    const onMove = () => setMention((current) => (isAtEnd(textArea, current) ? current : null))
    const onBlur = () => setMention(null)
    textArea.addEventListener('input', onInput)
    textArea.addEventListener('keyup', onMove)
    textArea.addEventListener('pointerup', onMove)
    textArea.addEventListener('blur', onBlur)
    return () => {
      textArea.removeEventListener('input', onInput)
      textArea.removeEventListener('keyup', onMove)
      textArea.removeEventListener('pointerup', onMove)
      textArea.removeEventListener('blur', onBlur)
    }
  }, [field])
  return {
    mention: mention?.start === dismissedAt ? null : mention,
    dismiss: () => setDismissedAt(mention?.start ?? null),
  }
}

const readMention = (textArea: HTMLTextAreaElement | null): UnfinishedMention | null =>
  textArea && textArea === document.activeElement && textArea.selectionStart === textArea.selectionEnd
    ? findUnfinishedMention(textArea.value, textArea.selectionStart)
    : null

const isAtEnd = ({ selectionStart, selectionEnd }: HTMLTextAreaElement, mention: UnfinishedMention | null) =>
  mention !== null &&
  selectionStart === selectionEnd &&
  selectionStart === mention.start + 1 + mention.prefix.length

const MAX_LENGTH = 30
const UNFINISHED = new RegExp(`${MENTION_START}([A-Za-z0-9]{0,20})$`, 'u')

/** Returns the unfinished mention directly before the cursor, or null. */
export const findUnfinishedMention = (text: string, cursor: number): UnfinishedMention | null => {
  // Includes the character before the longest possible mention, which shows whether the `@` is part of an address.
  const before = text.slice(Math.max(0, cursor - MAX_LENGTH), cursor)
  const prefix = UNFINISHED.exec(before)?.[2]
  return prefix === undefined ? null : { start: cursor - prefix.length - 1, prefix }
}
