import { type RefObject, useEffect, useState } from 'react'
import { findUnfinishedMention, type UnfinishedMention } from './unfinished-mention.ts'

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
