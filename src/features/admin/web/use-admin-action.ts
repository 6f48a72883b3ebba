import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#web/api-client.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { announce } from '#web/kit/LiveRegion.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { adminQueryKey } from './queries.ts'
import { adminTexts } from './texts.ts'

/** Where the result of an action can be seen. */
export type AdminResult = { label: string; href: string }

/**
 * Returns a function that announces a success, in a toast if there is something to see elsewhere.
 */
export const useReportSuccess = () => {
  const navigation = useNavigation()
  return (message: string, result?: AdminResult): void => {
    if (!result) {
      announce(message)
      return
    }
    const { label, href } = result
    showToast({ title: message, tone: 'success', action: { label, run: () => void navigation.push(href) } })
  }
}

/**
 * Runs an admin action. Errors are shown where they occurred, never in a toast
 * (docs/spec/errors.md#messages). A success is announced and is visible in the list. `action` resolves to
 * false if the admin cancels.
 */
export const useAdminAction = () => {
  const client = useQueryClient()
  const reportSuccess = useReportSuccess()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  const act = async (
    action: () => Promise<unknown>,
    successMessage: string,
    result?: AdminResult,
  ): Promise<boolean> => {
    setBusy(true)
    setMessage(null)
    try {
      if ((await action()) === false) return false
      reportSuccess(successMessage, result)
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

/** Refetches the panel's lists and invalidates what the rest of the site shows of topics and of the queue of moderators. */
export const refetchAdminPanel = async (client: ReturnType<typeof useQueryClient>): Promise<void> => {
  void invalidateLists(client, 'topics')
  void invalidateLists(client, 'cases')
  await client.invalidateQueries({ queryKey: adminQueryKey() })
}
