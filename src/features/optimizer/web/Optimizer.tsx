import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '#core/limits.ts'
import { type PostType, postTypes } from '#core/model-catalogue.ts'
import { countCharacters } from '#core/text.ts'
import { ModelField } from '#features/posts/web/form/ModelField.tsx'
import { useCurrentUser } from '#web/current-user.ts'
import { isComposing } from '#web/is-composing.ts'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { showToast } from '#web/kit/toast.ts'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { preloadSignIn, requestSignIn } from '#web/sign-in-request.ts'
import { useStore } from '#web/store.ts'
import { optimizerMessages } from '../contract-messages.ts'
import { type OptimizerFormValues, pendingOptimizationStore } from './pending-request.ts'
import { optimizerModeQuery } from './queries.ts'
import { optimizerTexts } from './texts.ts'
import { toPendingAction, useOptimization } from './use-optimization.ts'
import { useOptimizerForm } from './use-optimizer-form.ts'

type Props = { form: OptimizerFormValues; onChange(change: Partial<OptimizerFormValues>): void }

/**
 * The type and model fields. Choosing a type clears the models and limits their list
 * (docs/spec/forms.md#optimizer).
 */
const TypeAndModels = ({ form, onChange }: Props) => (
  <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
    <Field label={optimizerTexts.type}>
      {(wiring) => (
        <select
          {...wiring}
          value={form.type ?? ''}
          onChange={({ target }) => onChange({ type: (target.value as PostType) || null, models: [] })}
        >
          <option value="">{optimizerTexts.anyType}</option>
          {postTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      )}
    </Field>
    <ModelField
      type={form.type}
      chosen={form.models}
      onChange={(models) => onChange({ models })}
      max={limits.models}
    />
  </div>
)

const Result = lazyWithPreload(() => import('./Result.tsx'))
const History = lazyWithPreload(() => import('./History.tsx'))

/** The optimizer, as shown both on the home page and at /optimize (docs/spec/flows.md#optimizing). */
export const Optimizer = () => {
  const user = useCurrentUser()
  const isBuiltIn = useQuery(optimizerModeQuery).data?.isBuiltIn
  const { form, change, adopt } = useOptimizerForm(user?.id ?? null)
  const [error, setError] = useState('')
  const optimization = useOptimization()
  const { start, cancel, writing, shown } = optimization
  const length = countCharacters(form.prompt)

  const submit = (values: OptimizerFormValues) => {
    const message = validate(values.prompt)
    setError(message)
    if (!values.prompt.trim())
      showToast({ title: optimizerMessages.emptyTitle, description: optimizerMessages.empty, tone: 'danger' })
    if (message) return
    if (user) void start(values)
    else requestSignIn('optimize', toPendingAction(values))
  }

  // Continues a visitor's request after they have signed in.
  const pending = useStore(pendingOptimizationStore, null)
  useEffect(() => {
    if (!pending || !user) return
    pendingOptimizationStore.set(null)
    adopt(pending)
    void start(pending)
  })

  return (
    <div className="flex flex-col gap-5">
      <form
        className="flex flex-col gap-4"
        onFocus={user ? Result.preload : preloadSignIn}
        onSubmit={(event) => {
          event.preventDefault()
          submit(form)
        }}
      >
        <BoxBoundary>
          <TextArea
            label={optimizerTexts.prompt}
            placeholder={optimizerTexts.placeholder}
            rows={6}
            value={form.prompt}
            error={error || undefined}
            onChange={({ target }) => {
              setError('')
              change({ prompt: target.value })
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || isComposing(event)) return
              event.preventDefault()
              submit(form)
            }}
            hint={
              <span className={length > limits.optimizerPrompt ? 'text-danger tabular-nums' : 'tabular-nums'}>
                {optimizerTexts.counter(length, limits.optimizerPrompt)}
              </span>
            }
            className="min-h-36 font-mono"
          />
          <TypeAndModels form={form} onChange={change} />
          <div className="flex flex-wrap items-center gap-2">
            <Button
              type="submit"
              variant="primary"
              icon={<Icon name="wand-sparkles" size={16} />}
              busy={writing !== null}
              busyLabel={optimizerTexts.working}
            >
              {optimizerTexts.submit}
            </Button>
            {writing && <Button onClick={cancel}>{optimizerTexts.cancel}</Button>}
          </div>
          {isBuiltIn !== undefined && (
            <p className="max-w-[65ch] text-xs text-muted">
              {isBuiltIn ? optimizerTexts.builtInNotice : optimizerTexts.serviceNotice}
            </p>
          )}
        </BoxBoundary>
      </form>
      {(writing || shown || optimization.failed) && <Result optimization={optimization} />}
      {user && (
        // Reserves the height of the history while it loads so that the content below does not shift.
        <div className="min-h-31 narrow:min-h-36">
          <History
            shownId={shown?.id ?? null}
            onOpen={(entry) => {
              change({ prompt: entry.originalPrompt, type: entry.type, models: entry.models })
              optimization.reopen(entry)
            }}
          />
        </div>
      )}
    </div>
  )
}

const validate = (prompt: string): string => {
  if (!prompt.trim()) return optimizerMessages.promptRequired
  return countCharacters(prompt.trim()) > limits.optimizerPrompt ? optimizerMessages.promptTooLong : ''
}
