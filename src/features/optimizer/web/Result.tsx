import { useState } from 'react'
import { texts } from '#features/optimizer/web/texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { Spinner } from '#web/kit/Spinner.tsx'
import { later } from '#web/later.tsx'
import { RefineForm } from './RefineForm.tsx'
import { ResultActions } from './ResultActions.tsx'
import type { useOptimization } from './use-optimization.ts'

const Comparison = later(() => import('./Comparison.tsx'))

const VERBATIM = 'font-mono text-xs leading-5 break-words whitespace-pre-wrap'

/** What is being written, or what came of it; always text, never markup. */
const Result = ({ optimization }: { optimization: ReturnType<typeof useOptimization> }) => {
  const { writing, shown, failed, start } = optimization
  const [isCompared, setCompared] = useState(false)
  const text = writing ? writing.text : (shown?.optimizedPrompt ?? '')
  const isSame = !writing && shown?.optimizedPrompt === shown?.originalPrompt
  return (
    <section aria-labelledby="optimized-prompt" className="flex flex-col gap-3">
      {(writing || shown) && (
        <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1">
          <h2 id="optimized-prompt" className="grow text-lg font-semibold">
            {texts.result}
          </h2>
          {writing ? (
            <span className="inline-flex items-center gap-2 text-sm text-muted">
              <Spinner /> {texts.writing}
            </span>
          ) : (
            <Button
              variant="ghost"
              aria-pressed={isCompared}
              className={isCompared ? 'bg-sunken text-ink' : ''}
              onPointerEnter={Comparison.prepare}
              onClick={() => setCompared(!isCompared)}
            >
              {texts.compare}
            </Button>
          )}
        </div>
      )}
      {failed && (
        <Notice silent onRetry={() => void start(failed.asked)}>
          {failed.message}
        </Notice>
      )}
      {(writing || shown) && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <div
          role="group"
          aria-label={texts.result}
          aria-busy={writing !== null}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
          tabIndex={0}
          className="max-h-[60dvh] min-h-24 overflow-y-auto rounded-lg bg-sunken px-4 py-3"
        >
          <pre dir="auto" className={VERBATIM}>
            {isCompared && shown && !writing ? (
              <Comparison before={shown.originalPrompt} after={shown.optimizedPrompt} />
            ) : (
              text
            )}
          </pre>
        </div>
      )}
      {isSame && <p className="text-sm text-muted">{texts.unchanged}</p>}
      {shown && !writing && (
        <>
          <ResultActions key={shown.id} shown={shown} />
          <RefineForm
            key={`refine-${shown.id}`}
            given={failed?.asked.refine?.instruction ?? ''}
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
