import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { TextField } from '#web/kit/TextField.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { QuietHours, setQuietHours } from '../contract-quiet.ts'
import { digestSettingsQuery, quietHoursQuery } from './settings/queries.ts'
import { settingsTexts } from './settings-texts.ts'

const texts = settingsTexts.quiet
const toTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const toMinute = (time: string): number | null => {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** The hours that are offered first, in the time zone of the browser. */
const getDefaultHours = (): QuietHours => ({
  fromMinute: 22 * 60,
  toMinute: 7 * 60,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

/** Lets the member choose hours in which no summary is sent. Each change is saved at once. */
export const QuietHoursField = () => {
  const client = useQueryClient()
  const id = useId()
  const { data } = useQuery(quietHoursQuery)
  const { data: digest } = useQuery(digestSettingsQuery)
  const [error, setError] = useState<string>()
  if (!data) return null
  const { quietHours } = data
  // Without emails, there is nothing that could wait.
  if (!digest?.isOffered && quietHours === null) return null
  const save = async (next: QuietHours | null) => {
    const { queryKey } = quietHoursQuery
    void client.cancelQueries({ queryKey }, { revert: false })
    client.setQueryData(queryKey, { quietHours: next })
    try {
      await callApi<typeof setQuietHours>('PUT /api/notifications/quiet-hours', {
        body: { quietHours: next },
      })
    } catch (failure) {
      client.setQueryData(queryKey, data)
      const description = getErrorMessage(failure, texts.tryAgain)
      showToast({ title: settingsTexts.saveFailed, description, tone: 'danger' })
    }
  }
  const change = (hours: QuietHours, field: 'fromMinute' | 'toMinute', time: string) => {
    const minute = toMinute(time)
    if (minute === null) return
    const next = { ...hours, [field]: minute, timeZone: getDefaultHours().timeZone }
    const isSame = next.fromMinute === next.toMinute
    setError(isSame ? texts.same : undefined)
    if (!isSame) void save(next)
  }
  return (
    <fieldset className="mt-6">
      <legend className="sr-only">{texts.label}</legend>
      <label className="control flex items-center gap-3 py-1.5">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: HTML does not allow `aria-checked` in an element with `checked`
          role="switch"
          checked={quietHours !== null}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          className="switch flex-none"
          onChange={() => void save(quietHours ? null : getDefaultHours())}
        />
        <span>
          <span id={`${id}-label`} className="block text-sm font-medium">
            {texts.label}
          </span>
          <span id={`${id}-hint`} className="block text-sm text-muted">
            {texts.hint}
          </span>
        </span>
      </label>
      {quietHours && (
        <>
          <div className="mt-2 flex flex-wrap gap-3">
            {(['fromMinute', 'toMinute'] as const).map((field) => (
              <div key={`${field} ${quietHours[field]}`} className="basis-32">
                <TextField
                  type="time"
                  label={texts[field]}
                  error={field === 'toMinute' ? error : undefined}
                  defaultValue={toTime(quietHours[field])}
                  onBlur={({ target }) => {
                    if (target.value !== toTime(quietHours[field])) change(quietHours, field, target.value)
                  }}
                />
              </div>
            ))}
          </div>
          <p className="mt-2 text-xs text-muted">{texts.zone(quietHours.timeZone)}</p>
        </>
      )}
    </fieldset>
  )
}
