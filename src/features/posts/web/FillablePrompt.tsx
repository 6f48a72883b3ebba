import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { classes } from '#web/kit/classes.ts'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { type BlankValues, fillPrompt, findBlanks } from '../prompt-blanks.ts'
import { CopyPrompt } from './CopyPrompt.tsx'
import { OpenInMenu } from './OpenInMenu.tsx'
import { texts } from './texts.ts'

const VariablesForm = lazyWithPreload(() => import('./BlanksForm.tsx'))

export const PROMPT_CLASSES = 'font-mono text-xs leading-5 break-words whitespace-pre-wrap'

type Props = {
  /** Makes the ids of the form's fields unique within the page. */
  id: string
  prompt: string
  /** The accessible name of the box. */
  label?: string
  /** Limits the height of the box; a longer prompt scrolls. */
  className?: string | false
  /** The rest of the prompt has not loaded yet, so the prompt cannot be filled in or copied. */
  isCut?: boolean
  isLoading?: boolean
  /** Set if `prompt` is only the beginning of the prompt: `load` fetches the rest, `show` displays it. */
  rest?: { load(): Promise<string | undefined>; show(): void } | undefined
  /** Renders the filled-in text as something other than plain text. */
  renderText?: ((text: string) => ReactNode) | undefined
}

/**
 * A prompt in a box, with a form for its blanks and buttons that copy the filled-in prompt or open it in
 * another service.
 */
export const FillablePrompt = ({
  id,
  prompt,
  label = texts.prompt,
  className,
  isCut = false,
  isLoading = false,
  rest,
  renderText: draw,
}: Props) => {
  const [filled, setFilled] = useState<BlankValues>({})
  const blanks = useMemo(() => findBlanks(prompt), [prompt])
  const text = blanks.length > 0 ? fillPrompt(prompt, filled) : prompt
  const box = useRef<HTMLDivElement>(null)
  const showWhole = () => {
    // Moves the focus first, because the button disappears once the prompt has loaded.
    box.current?.focus({ preventScroll: true })
    rest?.show()
  }
  return (
    <>
      {blanks.length > 0 && !isCut && (
        <VariablesForm id={id} blanks={blanks} filled={filled} onFill={setFilled} />
      )}
      <div className="rounded-lg bg-sunken">
        <div className="flex items-center justify-end pr-1">
          <span aria-hidden className="grow pl-4 text-xs text-muted">
            {label}
          </span>
          <OpenInMenu text={text} disabled={isCut} />
          <CopyPrompt
            text={text}
            load={rest?.load}
            busy={isCut && isLoading}
            disabled={isCut && (!rest || isLoading)}
          />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
        <div
          ref={box}
          role="group"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable
          tabIndex={0}
          className={classes('rounded-lg px-4 pb-3', className)}
        >
          <pre dir="auto" className={PROMPT_CLASSES}>
            {draw ? draw(text) : text}
          </pre>
        </div>
        {rest && (
          <div className="flex justify-end px-4 pb-3">
            <Button onClick={showWhole}>{texts.showWhole}</Button>
          </div>
        )}
      </div>
    </>
  )
}
