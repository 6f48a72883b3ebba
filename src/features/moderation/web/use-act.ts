import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announce } from '#web/announce.ts'
import { saidBy } from '#web/call.ts'
import { texts } from './texts.ts'

/**
 * Runs an admin action. An error is shown where it happened, never in a toast (docs/spec/errors.md#messages);
 * success is announced and visible in the list. `action` resolves to false if the admin cancels.
 */
export const useAct = () => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  const act = async (action: () => Promise<unknown>, successMessage: string): Promise<boolean> => {
    setBusy(true)
    setMessage(null)
    try {
      if ((await action()) === false) return false
      announce(successMessage)
      await refreshPanel(client)
      return true
    } catch (error) {
      setMessage(saidBy(error, texts.actFailed))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { act, isBusy, error: message }
}

/** Refetches the panel's lists, and invalidates what the rest of the site shows of topics. */
export const refreshPanel = async (client: ReturnType<typeof useQueryClient>): Promise<void> => {
  for (const key of ['topics', 'topic', 'feed']) void client.invalidateQueries({ queryKey: [key] })
  await client.invalidateQueries({ queryKey: ['admin'] })
}
