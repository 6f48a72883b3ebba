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
  /** What is being written, so far. */
  writing: { asked: Asked; text: string } | null
  shown: Shown | null
  /** `partial` is what had been written before the answer failed; empty for nothing. */
  failed: { asked: Asked; message: string; partial: string } | null
}

/** One optimization at a time: asks, shows what is written, can be given up; the result before stays until the next is whole. */
export const useOptimization = () => {
  const client = useQueryClient()
  const [state, setState] = useState<State>({ writing: null, shown: null, failed: null })
  const running = useRef<AbortController>(undefined)
  // Whoever leaves the page no longer waits for it.
  useEffect(() => () => running.current?.abort(), [])

  const start = async (asked: Asked) => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    const show = (change: Partial<State>) => {
      if (running.current === own && !own.signal.aborted) setState((now) => ({ ...now, ...change }))
    }
    show({ writing: { asked, text: '' }, failed: null })
    announce(texts.working)
    let partial = ''
    try {
      const onText = (text: string) => {
        partial = text
        show({ writing: { asked, text } })
      }
      const result = await requestOptimization(asked, { signal: own.signal, onText })
      show({ writing: null, shown: { ...result, originalPrompt: asked.prompt } })
      announce(texts.done)
      void count()
      void client.invalidateQueries({ queryKey: historyKey })
    } catch (error) {
      if (own.signal.aborted) return
      show({ writing: null, failed: { asked, message: sayFailure(error, asked), partial } })
    }
  }

  const cancel = () => {
    running.current?.abort()
    running.current = undefined
    setState((now) => ({ ...now, writing: null }))
    announce(texts.cancelled)
  }

  const count = async () => {
    // It is counted with the next one where this fails.
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

/** Section 8: said unless it is that nobody is signed in; then signing in is offered, and the request goes on after it. */
const sayFailure = (error: unknown, { refine, ...form }: Asked): string => {
  const message = error instanceof Error ? error.message : ''
  const said = error instanceof CallError ? error.said : message
  if (/401|Unauthorized/.test(message)) askToSignIn('optimize', refine ? undefined : pendingOf(form))
  else toast({ title: messages.failed, description: said, tone: 'danger' })
  return said
}

export const pendingOf = ({ prompt, type, models }: OptimizeForm) =>
  ({ kind: 'optimize', prompt, models, ...(type ? { type } : {}) }) as const
