import {
  type Blank,
  type BlankValues,
  getBlankLabel,
  getBlankValue,
  getBlankWords,
  type PromptSegment,
} from '@prompt-collection/prompt-blanks'
import type { ReactNode } from 'react'
import { countCharacters } from '#core/text.ts'
import { isComposing } from '#web/is-composing.ts'
import { classNames } from '#web/kit/class-names.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { postTexts } from './texts.ts'

/** `isBlank` is true if the range is a blank; without a result, its value is rendered. */
export type RenderRange = (from: number, to: number, isBlank?: boolean) => ReactNode

export const PROMPT_CLASSES = 'prompt-text'

type Props = {
  parts: readonly PromptSegment[]
  filled: BlankValues
  /** Opens the form at the blank's field. */
  onOpen?: ((name: string) => void) | undefined
  /** The page that contains the form, if the current page does not. */
  href?: string | undefined
  /** Renders a range of the prompt's characters with the search matches highlighted, or with what it hides marked. */
  renderRange?: RenderRange | undefined
}

/**
 * Renders the text of a prompt with its blanks as highlighted chips. Each text has its own element, so that a page that a
 * browser's translator has changed can still be updated.
 */
export const PromptText = ({ parts, filled, onOpen, href, renderRange }: Props) => {
  let length = 0
  return parts.map(({ written, blank, text, role }, index) => {
    // Uses the position as the key because two parts may be equal.
    const key = index
    const from = length
    if (renderRange) length += countCharacters(written)
    // The backslash of an escaped blank is not shown.
    if (!blank)
      return (
        <span key={key} className={role && 'prompt-role'}>
          {(role ? undefined : renderRange?.(text === undefined ? from : from + 1, length)) ??
            text ??
            written}
        </span>
      )
    const isFilled = Object.hasOwn(filled, blank.name) && filled[blank.name] !== ''
    const look = classNames('blank-chip', isFilled ? 'blank-filled' : 'blank-empty')
    // The beginning of a blank at the end of a truncated prompt has no name. Its words are shown.
    const content =
      (blank.name && renderRange?.(from, length, true)) ||
      getBlankValue(blank, filled) ||
      getBlankWords(blank.name || written.replace(/^..|:.*/gs, '')) ||
      '…'
    if (href !== undefined) {
      return (
        // Skipped by the Tab key, because the link under the prompt leads to the same page.
        <SiteLink key={key} href={href} preload={false} tabIndex={-1} className={look}>
          {content}
        </SiteLink>
      )
    }
    if (!onOpen) {
      return (
        <span key={key} className={look}>
          {content}
        </span>
      )
    }
    return (
      // biome-ignore lint/a11y/useSemanticElements: a button cannot break across lines like the text around it
      <span
        key={key}
        role="button"
        tabIndex={0}
        aria-label={nameOf(blank, isFilled, filled)}
        className={look}
        onClick={() => onOpen(blank.name)}
        onKeyDown={(event) => {
          if ((event.key !== 'Enter' && event.key !== ' ') || isComposing(event)) return
          event.preventDefault()
          onOpen(blank.name)
        }}
      >
        {content}
      </span>
    )
  })
}

const nameOf = (blank: Blank, isFilled: boolean, filled: BlankValues): string => {
  const label = getBlankLabel(blank.name)
  if (isFilled) return postTexts.blankFilled(label, getBlankValue(blank, filled))
  return blank.fallback ? postTexts.blankDefault(label, blank.fallback) : postTexts.blankEmpty(label)
}
