import { useState } from 'react'
import { texts } from '#features/optimizer/web/texts.ts'
import { CopyPrompt } from '#features/posts/web/CopyPrompt.tsx'
import { FillablePrompt } from '#features/posts/web/FillablePrompt.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { Spinner } from '#web/kit/Spinner.tsx'
import { later } from '#web/later.tsx'
import { RefineForm } from './RefineForm.tsx'
import { ResultActions } from './ResultActions.tsx'
import type { useOptimization } from './use-optimization.ts'
import { WrittenText } from './WrittenText.tsx'

const Comparison = later(() => import('./Comparison.tsx'))

/** The text that is being streamed, or the finished result. Always rendered as text, never as markup. */
const Result = ({ optimization }: { optimization: ReturnType<typeof useOptimization> }) => {
  const { writing, shown, failed, start } = optimization
  const [isCompared, setCompared] = useState(false)
  return (
    <section aria-label={texts.result} className="flex flex-col gap-3">
      {failed && (
        <Notice silent onRetry={() => void start(failed.request)}>
          {failed.message}
        </Notice>
      )}
      {failed?.partial && (
        <>
          <div className="flex items-center gap-x-4">
            <h2 className="grow text-lg font-semibold">{texts.partial}</h2>
            <CopyPrompt text={failed.partial} busy={false} disabled={false} />
          </div>
          <WrittenText label={texts.partial} text={failed.partial} />
          <p className="text-sm text-muted">{texts.partialText}</p>
        </>
      )}
      {(writing || shown) && (
        <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1">
          <h2 className="grow text-lg font-semibold">{texts.result}</h2>
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
      {writing && <WrittenText label={texts.result} text={writing.text} isBusy />}
      {shown && !writing && (
        <>
          <div>
            <FillablePrompt
              key={shown.id}
              id={`optimized-${shown.id}`}
              label={texts.result}
              prompt={shown.optimizedPrompt}
              className="max-h-[60dvh] min-h-24 overflow-y-auto"
              // The comparison shows the added blanks themselves, not the values filled in.
              draw={
                isCompared
                  ? () => <Comparison before={shown.originalPrompt} after={shown.optimizedPrompt} />
                  : undefined
              }
            />
          </div>
          {!failed && shown.optimizedPrompt === shown.originalPrompt && (
            <p className="text-sm text-muted">{texts.unchanged}</p>
          )}
          <ResultActions key={shown.id} shown={shown} />
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
