import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#web/api-client.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { announce } from '#web/kit/LiveRegion.tsx'
import { adminQueryKey } from './queries.ts'
import { adminTexts } from './texts.ts'

/**
 * Runs an admin action. Errors are shown where they occurred, never in a toast
 * (docs/spec/errors.md#messages). A success is announced and is visible in the list. `action` resolves to
 * false if the admin cancels.
 */
export const useAdminAction = () => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  const act = async (action: () => Promise<unknown>, successMessage: string): Promise<boolean> => {
    setBusy(true)
    setMessage(null)
    try {
      if ((await action()) === false) return false
      announce(successMessage)
      await refetchAdminPanel(client)
      return true
    } catch (error) {
      setMessage(getErrorMessage(error, adminTexts.actionFailed))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { act, isBusy, error: message }
}

/** Refetches the panel's lists and invalidates the topic data shown on the rest of the site. */
export const refetchAdminPanel = async (client: ReturnType<typeof useQueryClient>): Promise<void> => {
  void invalidateLists(client, 'topics')
  await client.invalidateQueries({ queryKey: adminQueryKey() })
}
