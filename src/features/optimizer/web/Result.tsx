import { useEffect, useRef, useState } from 'react'
import { limits } from '#core/limits.ts'
import type { PostType } from '#core/model-catalogue.ts'
import { CopyPromptButton } from '#features/posts/web/CopyPromptButton.tsx'
import { FillablePrompt } from '#features/posts/web/FillablePrompt.tsx'
import { PROMPT_CLASSES } from '#features/posts/web/PromptText.tsx'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Button, Spinner } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { ResultActions } from './ResultActions.tsx'
import { getOptimizerSuggestions } from './suggestions.ts'
import { optimizerTexts } from './texts.ts'
import type { useOptimization } from './use-optimization.ts'

type RefineFormProps = {
  type: PostType | null
  models: readonly string[]
  /** The instruction from the failed attempt. */
  initialInstruction: string
  onRefine(instruction: string): void
}

/** A form that refines a result with a suggested instruction or the member's own. */
const RefineForm = ({ type, models, initialInstruction, onRefine }: RefineFormProps) => {
  const [instruction, setInstruction] = useState(initialInstruction)
  return (
    <form
      className="flex flex-col gap-2.5 rounded-lg border p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (instruction.trim()) onRefine(instruction)
      }}
    >
      <BoxBoundary>
        <h3 className="text-sm font-semibold">{optimizerTexts.refine}</h3>
        <div className="flex flex-wrap gap-2">
          {getOptimizerSuggestions(type, models).map((suggestion) => (
            <Button
              key={suggestion}
              variant="plain"
              className="text-start whitespace-normal!"
              onClick={() => onRefine(suggestion)}
            >
              {suggestion}
            </Button>
          ))}
        </div>
        <div className="flex items-end gap-2">
          <div className="min-w-0 grow">
            <TextField
              label={optimizerTexts.refineLabel}
              placeholder={optimizerTexts.refinePlaceholder}
              maxLength={limits.optimizerInstruction}
              value={instruction}
              onChange={({ target }) => setInstruction(target.value)}
            />
          </div>
          <Button type="submit" disabled={!instruction.trim()}>
            {optimizerTexts.refineSubmit}
          </Button>
        </div>
      </BoxBoundary>
    </form>
  )
}

type Props = { label: string; text: string; isBusy?: boolean }

/** Text that is still being streamed, or was left incomplete because its stream ended early. */
const StreamedText = ({ label, text, isBusy = false }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
  <div
    role="group"
    aria-label={label}
    aria-busy={isBusy}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    tabIndex={0}
    className="max-h-[60dvh] min-h-24 overflow-y-auto rounded-lg bg-sunken px-4 py-3"
  >
    <pre dir="auto" className={PROMPT_CLASSES}>
      {text}
    </pre>
  </div>
)

const Comparison = lazyWithPreload(() => import('./Comparison.tsx'))

/** Shows the text while it is streamed, then the finished result. The text is never rendered as markup. */
const Result = ({ optimization }: { optimization: ReturnType<typeof useOptimization> }) => {
  const { writing, shown, failed, start } = optimization
  const [isCompared, setCompared] = useState(false)
  const section = useRef<HTMLElement>(null)
  const isWriting = writing !== null
  useEffect(() => {
    // Scrolls to the result, which on phones would otherwise start below the visible area or be covered by
    // its own button bar.
    if (isWriting && matchMedia('(width < 48rem)').matches) section.current?.scrollIntoView()
  }, [isWriting])
  return (
    <section ref={section} aria-label={optimizerTexts.result} className="flex flex-col gap-3">
      {failed && (
        <ErrorNotice silent onRetry={() => void start(failed.request)}>
          {failed.message}
        </ErrorNotice>
      )}
      {failed?.partial && (
        <>
          <div className="flex items-center gap-x-4">
            <h2 className="grow text-lg font-semibold">{optimizerTexts.partial}</h2>
            <CopyPromptButton text={failed.partial} />
          </div>
          <StreamedText label={optimizerTexts.partial} text={failed.partial} />
          <p className="text-sm text-muted">{optimizerTexts.partialExplanation}</p>
        </>
      )}
      {(writing || shown) && (
        <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1">
          <h2 className="grow text-lg font-semibold">{optimizerTexts.result}</h2>
          {writing ? (
            <span className="inline-flex items-center gap-2 text-sm text-muted">
              <Spinner /> {optimizerTexts.writing}
            </span>
          ) : (
            <Button
              variant="ghost"
              aria-pressed={isCompared}
              className={isCompared ? 'bg-sunken text-ink' : ''}
              onPointerEnter={Comparison.preload}
              onClick={() => setCompared(!isCompared)}
            >
              {optimizerTexts.compare}
            </Button>
          )}
        </div>
      )}
      {writing && <StreamedText label={optimizerTexts.result} text={writing.text} isBusy />}
      {shown && !writing && (
        <>
          <div>
            <FillablePrompt
              key={shown.id}
              id={`optimized-${shown.id}`}
              label={optimizerTexts.result}
              prompt={{ text: shown.optimizedPrompt, type: shown.type ?? 'Text', models: shown.models }}
              // The comparison shows the added blanks themselves, not the values filled in.
              replacement={
                isCompared && <Comparison before={shown.originalPrompt} after={shown.optimizedPrompt} />
              }
            />
          </div>
          {!failed && shown.optimizedPrompt === shown.originalPrompt && (
            <p className="text-sm text-muted">{optimizerTexts.unchanged}</p>
          )}
          <ResultActions key={shown.id} result={shown} />
          <RefineForm
            key={`refine-${shown.id}`}
            type={shown.type}
            models={shown.models}
            initialInstruction={failed?.request.refine?.instruction ?? ''}
            onRefine={(instruction) =>
              void start({
                prompt: shown.originalPrompt,
                type: shown.type,
                models: shown.models,
                refine: { logId: shown.id, instruction },
              })
            }
          />
        </>
      )}
    </section>
  )
}

export default Result
