import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#features/identity/contract.ts'
import { askToSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import { countOptimized, type Optimization } from '#features/optimizer/contract.ts'
import { messages } from '#features/optimizer/contract-messages.ts'
import { historyKey } from '#features/optimizer/web/queries.ts'
import { texts } from '#features/optimizer/web/texts.ts'
import type { OptimizeForm } from '#features/optimizer/web/waiting-request.ts'
import { announce } from '#web/announce.ts'
import { CallError, call } from '#web/call.ts'
import { toast } from '#web/kit/toast.ts'
import { type Asked, requestOptimization } from './request-optimization.ts'

export type Shown = Pick<Optimization, 'id' | 'originalPrompt' | 'optimizedPrompt' | 'type' | 'models'>

type State = {
  /** The text streamed so far. */
  writing: { request: Asked; text: string } | null
  shown: Shown | null
  /** `partial` is the text streamed before the failure, possibly empty. */
  failed: { request: Asked; message: string; partial: string } | null
}

/**
 * Runs one cancellable optimization at a time. The previous result stays visible until the next one is
 * complete.
 */
export const useOptimization = () => {
  const client = useQueryClient()
  const [state, setState] = useState<State>({ writing: null, shown: null, failed: null })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (request: Asked) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const update = (changes: Partial<State>) => {
      if (running.current === controller && !controller.signal.aborted)
        setState((current) => ({ ...current, ...changes }))
    }
    update({ writing: { request, text: '' }, failed: null })
    announce(texts.working)
    let partial = ''
    try {
      const onText = (text: string) => {
        partial = text
        update({ writing: { request, text } })
      }
      const result = await requestOptimization(request, { signal: controller.signal, onText })
      update({ writing: null, shown: { ...result, originalPrompt: request.prompt } })
      announce(texts.done)
      void count()
      void client.invalidateQueries({ queryKey: historyKey })
    } catch (error) {
      if (controller.signal.aborted) return
      update({ writing: null, failed: { request, message: reportError(error, request), partial } })
    }
  }

  const cancel = () => {
    running.current?.abort()
    running.current = undefined
    setState((current) => ({ ...current, writing: null }))
    announce(texts.cancelled)
  }

  const count = async () => {
    // If this fails, the next call also counts this optimization.
    const counted = await call(countOptimized, {}).catch(() => null)
    const { queryKey } = currentUserQuery
    if (counted)
      client.setQueryData<CurrentUser | null>(queryKey, (user) => (user ? { ...user, ...counted } : user))
  }

  const reopen = (shown: Shown) => {
    running.current?.abort()
    setState({ writing: null, shown, failed: null })
  }

  return { ...state, start, cancel, reopen }
}

/**
 * Shows a toast (docs/spec/errors.md#toasts). For a 401 it opens the sign-in dialog instead, and the request
 * continues afterwards. Returns the user-facing message.
 */
const reportError = (error: unknown, { refine, ...form }: Asked): string => {
  const message = error instanceof Error ? error.message : ''
  const userMessage = error instanceof CallError ? error.said : message
  if (/401|Unauthorized/.test(message)) askToSignIn('optimize', refine ? undefined : pendingOf(form))
  else toast({ title: messages.failed, description: userMessage, tone: 'danger' })
  return userMessage
}

export const pendingOf = ({ prompt, type, models }: OptimizeForm) =>
  ({ kind: 'optimize', prompt, models, ...(type ? { type } : {}) }) as const
