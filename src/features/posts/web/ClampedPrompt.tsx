import { type ReactNode, useRef, useState } from 'react'
import { countCharacters } from '#core/text.ts'
import { Button } from '#web/kit/Button.tsx'
import { formatCompactNumber } from '#web/kit/CompactNumber.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { PROMPT_CLASSES } from './PromptText.tsx'
import { postTexts } from './texts.ts'

/** The number of lines that are shown of a longer prompt, and the class that tells `prompt-clamp` so. */
const IN_CARD = { maxLines: 14, className: '[--prompt-lines:14]' }
const ON_PAGE = { maxLines: 40, className: '[--prompt-lines:40]' }

/**
 * Estimates whether the text would exceed the box of this many lines if each held this many characters. The server cannot
 * measure the layout.
 */
const isLongAt = (text: string, maxLines: number, charactersPerLine: number): boolean => {
  let lines = 0
  for (const line of text.split('\n')) {
    lines += Math.max(1, Math.ceil(line.length / charactersPerLine))
    // A prompt that exceeds the box by up to two lines is shown in full rather than collapsed behind a
    // button.
    if (lines > maxLines + 2) return true
  }
  return false
}

type Props = {
  text: string
  /** The length of the whole prompt, if `text` is only its beginning. */
  length: number | undefined
  /** The accessible name of the box. */
  label: string
  /** Whether the box is on the prompt's own page, where more of its lines are shown. */
  isOnPage: boolean
  /** Displays the rest of the prompt, if `text` is only its beginning. */
  onShowRest: (() => void) | undefined
  onPointerEnter: (() => void) | undefined
  /** A button beside the one that shows the whole prompt. */
  button: ReactNode
  /** The text as it is rendered. */
  children: ReactNode
}

/** The text of a prompt. Of a long one, only the first lines are shown until the reader wants the whole. */
export const ClampedPrompt = ({
  text,
  length,
  label,
  isOnPage,
  onShowRest,
  onPointerEnter,
  button,
  children,
}: Props) => {
  const [isWhole, setWhole] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { maxLines, className } = isOnPage ? ON_PAGE : IN_CARD
  const isClamped = !isWhole && (onShowRest !== undefined || isLongAt(text, maxLines, 40))
  // Lines are longer on wide screens, so fewer prompts are truncated there.
  const clampsAlways = isClamped && (onShowRest !== undefined || isLongAt(text, maxLines, 80))
  const showWhole = () => {
    // Moves focus first because the focused button disappears.
    box.current?.focus({ preventScroll: true })
    setWhole(true)
    onShowRest?.()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={box}
        role="group"
        aria-label={label}
        tabIndex={-1}
        className={classNames(
          'rounded-lg px-4 py-3',
          isClamped && `${className} ${clampsAlways ? 'prompt-clamp' : 'narrow:prompt-clamp'}`,
        )}
        onPointerEnter={onPointerEnter}
        // Expands the prompt if the focused chip would be hidden.
        onFocus={({ target, currentTarget }) => {
          if (isClamped && !onShowRest && target.offsetTop > currentTarget.clientHeight) setWhole(true)
        }}
      >
        <pre dir="auto" className={PROMPT_CLASSES}>
          {children}
        </pre>
      </div>
      <div className="flex flex-wrap empty:hidden">
        {isClamped && (
          <Button
            variant="ghost"
            className={classNames('px-4! text-accent! scripting-none:hidden', !clampsAlways && 'wide:hidden')}
            onClick={showWhole}
          >
            {postTexts.showAll(formatCompactNumber(length ?? countCharacters(text)))}
          </Button>
        )}
        {button}
      </div>
    </>
  )
}
