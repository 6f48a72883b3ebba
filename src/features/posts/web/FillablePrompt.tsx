import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type Filled, fillPrompt, variablesOf } from '#features/posts/prompt-variables.ts'
import { CopyPrompt } from '#features/posts/web/CopyPrompt.tsx'
import { OpenIn } from '#features/posts/web/OpenIn.tsx'
import { texts } from '#features/posts/web/texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { classes } from '#web/kit/classes.ts'
import { later } from '#web/later.tsx'

const VariablesForm = later(() => import('./VariablesForm.tsx'))

export const VERBATIM = 'font-mono text-xs leading-5 break-words whitespace-pre-wrap'

type Props = {
  /** Sets the fields apart from those of another prompt in the same page. */
  id: string
  prompt: string
  /** The name of the box. */
  label?: string
  /** Limits the height of the box; the rest of the prompt scrolls. */
  className?: string | false
  /** The rest of the prompt is not there yet, so that it cannot be filled in or copied. */
  isCut?: boolean
  isLoading?: boolean
  /** Given when `text` is only the beginning of the prompt: how to load the rest, and how to show it. */
  rest?: { load(): Promise<string | undefined>; show(): void } | undefined
  /** Draws the prompt in another way than as the plain filled text. */
  draw?: ((text: string) => ReactNode) | undefined
}

/** A prompt in its box, with a form for its blanks; its buttons copy it, and open it elsewhere, as it is filled in. */
export const FillablePrompt = ({
  id,
  prompt,
  label = texts.prompt,
  className,
  isCut = false,
  isLoading = false,
  rest,
  draw,
}: Props) => {
  const [filled, setFilled] = useState<Filled>({})
  const variables = useMemo(() => variablesOf(prompt), [prompt])
  const text = variables.length > 0 ? fillPrompt(prompt, filled) : prompt
  const box = useRef<HTMLDivElement>(null)
  const showWhole = () => {
    // The button disappears once the prompt is here.
    box.current?.focus({ preventScroll: true })
    rest?.show()
  }
  return (
    <>
      {variables.length > 0 && !isCut && (
        <VariablesForm id={id} variables={variables} filled={filled} onFill={setFilled} />
      )}
      <div className="rounded-lg bg-sunken">
        <div className="flex items-center justify-end pr-1">
          <span aria-hidden className="grow pl-4 text-xs text-muted">
            {label}
          </span>
          <OpenIn text={text} disabled={isCut} />
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
          tabIndex={0}
          className={classes('rounded-lg px-4 pb-3', className)}
        >
          <pre dir="auto" className={VERBATIM}>
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
