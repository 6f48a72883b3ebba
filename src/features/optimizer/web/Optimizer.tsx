import { useQuery } from '@tanstack/react-query'
import OptimizeIcon from 'lucide-react/icons/wand-sparkles'
import { useEffect, useState } from 'react'
import { limits } from '#core/limits.ts'
import { countCharacters } from '#core/text.ts'
import { askToSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { prepareSignIn } from '#features/identity/web/SignInHost.tsx'
import { messages } from '#features/optimizer/contract-messages.ts'
import { optimizerQuery } from '#features/optimizer/web/queries.ts'
import { texts } from '#features/optimizer/web/texts.ts'
import { type OptimizeForm, waitingRequest } from '#features/optimizer/web/waiting-request.ts'
import { Button } from '#web/kit/Button.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { toast } from '#web/kit/toast.ts'
import { later } from '#web/later.tsx'
import { useStore } from '#web/store.ts'
import { TypeAndModels } from './TypeAndModels.tsx'
import { pendingOf, useOptimization } from './use-optimization.ts'
import { useOptimizerForm } from './use-optimizer-form.ts'

const Result = later(() => import('./Result.tsx'))
const History = later(() => import('./History.tsx'))

/** The optimizer of the home page and /optimize (docs/spec/flows.md#optimizing). */
export const Optimizer = () => {
  const user = useCurrentUser()
  const isBuiltIn = useQuery(optimizerQuery).data?.isBuiltIn
  const { form, change, adopt } = useOptimizerForm(user?.id ?? null)
  const [error, setError] = useState('')
  const optimization = useOptimization()
  const { start, cancel, writing, shown } = optimization
  const length = countCharacters(form.prompt)

  const submit = (values: OptimizeForm) => {
    const message = validate(values.prompt)
    setError(message)
    if (!values.prompt.trim())
      toast({ title: messages.emptyTitle, description: messages.empty, tone: 'danger' })
    if (message) return
    if (user) void start(values)
    else askToSignIn('optimize', pendingOf(values))
  }

  // Continues a visitor's request after they have signed in.
  const pending = useStore(waitingRequest, null)
  useEffect(() => {
    if (!pending || !user) return
    waitingRequest.set(null)
    adopt(pending)
    void start(pending)
  })

  return (
    <div className="flex flex-col gap-5">
      <form
        className="flex flex-col gap-4"
        onFocus={user ? Result.prepare : prepareSignIn}
        onSubmit={(event) => {
          event.preventDefault()
          submit(form)
        }}
      >
        <TextArea
          label={texts.prompt}
          placeholder={texts.placeholder}
          rows={6}
          value={form.prompt}
          error={error || undefined}
          onChange={({ target }) => {
            setError('')
            change({ prompt: target.value })
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
            event.preventDefault()
            submit(form)
          }}
          hint={
            <span className={length > limits.optimizerPrompt ? 'text-danger tabular-nums' : 'tabular-nums'}>
              {texts.counter(length, limits.optimizerPrompt)}
            </span>
          }
          className="min-h-36 font-mono"
        />
        <TypeAndModels form={form} onChange={change} />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            variant="primary"
            icon={<OptimizeIcon size={16} />}
            busy={writing !== null}
            busyLabel={texts.working}
          >
            {texts.submit}
          </Button>
          {writing && <Button onClick={cancel}>{texts.cancel}</Button>}
        </div>
        {isBuiltIn !== undefined && (
          <p className="max-w-[65ch] text-xs text-muted">{isBuiltIn ? texts.builtIn : texts.service}</p>
        )}
      </form>
      {(writing || shown || optimization.failed) && <Result optimization={optimization} />}
      {user && (
        // As high as the loading history, so that the content below does not shift.
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
  if (!prompt.trim()) return messages.promptRequired
  return countCharacters(prompt.trim()) > limits.optimizerPrompt ? messages.promptLong : ''
}
