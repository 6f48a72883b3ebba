import type { QueryClient } from '@tanstack/react-query'
import { ApiError, callApi } from '#web/api-client.ts'
import { showToast } from '#web/kit/toast.ts'
import type { setDigestFrequency } from '../contract-digest.ts'
import type { DigestFrequency } from '../contract-values.ts'
import { digestSettingsQuery } from './settings/queries.ts'
import { settingsTexts } from './settings-texts.ts'

/** Changes how often digests are sent. Updates the choice optimistically and rolls it back on an error. */
export const changeDigestFrequency = async (
  client: QueryClient,
  frequency: DigestFrequency,
): Promise<void> => {
  const { queryKey } = digestSettingsQuery
  // A response still in flight would restore the old choice. Waiting for its end, or reverting to it, would let the radio
  // button show the old choice for a moment.
  void client.cancelQueries({ queryKey }, { revert: false })
  const before = client.getQueryData(queryKey)
  client.setQueryData(queryKey, (settings) => settings && { ...settings, frequency })
  try {
    await callApi<typeof setDigestFrequency>('PUT /api/notifications/digest', { body: { frequency } })
  } catch (error) {
    client.setQueryData(queryKey, before)
    const description = error instanceof ApiError ? error.userMessage : undefined
    showToast({ title: settingsTexts.saveFailed, tone: 'danger', ...(description ? { description } : {}) })
  }
}
