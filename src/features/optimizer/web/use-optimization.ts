import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#core/current-user.ts'
import { ApiError, callApi } from '#web/api-client.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { announce } from '#web/kit/LiveRegion.tsx'
import { showToast } from '#web/kit/toast.ts'
import { requestSignIn } from '#web/sign-in-request.ts'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import type { incrementOptimizedCount, Optimization } from '../contract.ts'
import { optimizerMessages } from '../contract-messages.ts'
import type { OptimizerFormValues } from './pending-request.ts'
import { optimizationHistoryQuery } from './queries.ts'
import { type OptimizationRequest, requestOptimization } from './request-optimization.ts'
import { optimizerTexts } from './texts.ts'

export type DisplayedResult = Pick<
  Optimization,
  'id' | 'originalPrompt' | 'optimizedPrompt' | 'type' | 'models'
>

type State = {
  /** The request and the text that has been streamed so far. */
  writing: { request: OptimizationRequest; text: string } | null
  shown: DisplayedResult | null
  /** `partial` is the text streamed before the failure; it may be empty. */
  failed: { request: OptimizationRequest; message: string; partial: string } | null
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

  const start = async (request: OptimizationRequest) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const update = (changes: Partial<State>) => {
      if (running.current === controller && !controller.signal.aborted)
        setState((current) => ({ ...current, ...changes }))
    }
    update({ writing: { request, text: '' }, failed: null })
    announce(optimizerTexts.working)
    let partial = ''
    try {
      const onText = (text: string) => {
        partial = text
        update({ writing: { request, text } })
      }
      const result = await requestOptimization(request, { signal: controller.signal, onText })
      update({ writing: null, shown: { ...result, originalPrompt: request.prompt } })
      announce(optimizerTexts.done)
      void count()
      void client.invalidateQueries(optimizationHistoryQuery)
    } catch (error) {
      if (controller.signal.aborted) return
      update({ writing: null, failed: { request, message: reportError(error, request), partial } })
    }
  }

  const cancel = () => {
    running.current?.abort()
    running.current = undefined
    setState((current) => ({ ...current, writing: null }))
    announce(optimizerTexts.cancelled)
  }

  const count = async () => {
    // If this call fails, the next call counts this optimization as well.
    const counted = await callApi<typeof incrementOptimizedCount>(
      'POST /api/user/increment-optimized',
      {},
    ).catch(() => null)
    const { queryKey } = currentUserQuery
    if (counted)
      client.setQueryData<CurrentUser | null>(queryKey, (user) => (user ? { ...user, ...counted } : user))
  }

  const reopen = (shown: DisplayedResult) => {
    running.current?.abort()
    setState({ writing: null, shown, failed: null })
  }

  return { ...state, start, cancel, reopen }
}

/**
 * Shows a toast (docs/spec/errors.md#toasts). For a 401, opens the sign-in dialog instead, and the request continues
 * after the sign-in. Returns the message for the user.
 */
const reportError = (error: unknown, { refine, ...form }: OptimizationRequest): string => {
  const message = error instanceof Error ? error.message : ''
  const userMessage = error instanceof ApiError ? getSubmissionErrorMessage(error) : message
  if (/401|Unauthorized/.test(message)) requestSignIn('optimize', refine ? undefined : toPendingAction(form))
  else showToast({ title: optimizerMessages.failed, description: userMessage, tone: 'danger' })
  return userMessage
}

export const toPendingAction = ({ prompt, type, models }: OptimizerFormValues) =>
  ({ kind: 'optimize', prompt, models, ...(type ? { type } : {}) }) as const
