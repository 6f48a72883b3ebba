import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '#web/api-client.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { showToast } from '#web/kit/toast.ts'
import { texts } from './texts.ts'

/** Runs a change of a suggested edit and refreshes what shows it. A failure is shown in a toast. */
export const useEditAction = () => {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (failure: string, action: () => Promise<void>): Promise<boolean> => {
    setIsBusy(true)
    try {
      await action()
      await invalidateLists(client, 'suggested-edits')
      return true
    } catch (error) {
      showToast({ title: failure, description: errorMessage(error, texts.tryAgain), tone: 'danger' })
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}
