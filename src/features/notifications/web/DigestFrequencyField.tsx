import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { type DigestFrequency, digestFrequencies } from '../contract-values.ts'
import { changeDigestFrequency } from './change-digest.ts'
import { digestSettingsQuery } from './settings/queries.ts'
import { settingsTexts } from './settings-texts.ts'

const texts = settingsTexts.digest

/**
 * Lets the member choose how often they receive an email with their unread notifications, or says what is missing for it.
 * `confirmation` says that the email is not confirmed and offers to confirm it.
 */
export const DigestFrequencyField = ({ confirmation }: { confirmation?: ReactNode }) => {
  const client = useQueryClient()
  const id = useId()
  const { data } = useQuery(digestSettingsQuery)
  const [isSaving, setSaving] = useState(false)
  if (!data) return null
  if (!data.isOffered) return <p className="mt-4 text-sm text-muted">{texts.noMail}</p>
  // A member whose email is no longer verified can still turn digests off.
  if (!data.email && data.frequency === 'never')
    return (
      <div className="mt-4 text-muted">{confirmation || <p className="text-sm">{texts.unverified}</p>}</div>
    )
  const choose = async (frequency: DigestFrequency) => {
    // Prevents a second change while the first one is being saved, because the requests could arrive out of
    // order.
    if (isSaving) return
    setSaving(true)
    await changeDigestFrequency(client, frequency)
    setSaving(false)
  }
  return (
    <fieldset className="mt-4" aria-describedby={id}>
      <legend className="text-sm font-medium">{texts.label}</legend>
      <p id={id} className="mb-2 text-sm break-words text-muted">
        {data.email ? texts.sentTo(data.email) : texts.unverified}
      </p>
      <div className="flex flex-wrap gap-2">
        {digestFrequencies.map((frequency) => (
          <label
            key={frequency}
            className="control flex cursor-pointer items-center gap-2 rounded-lg border px-3.5 text-sm has-checked:border-accent has-checked:bg-sunken"
          >
            <input
              type="radio"
              name={id}
              checked={frequency === data.frequency}
              // `disabled` would make the radio button lose focus.
              aria-disabled={isSaving}
              onChange={() => void choose(frequency)}
            />
            {texts.frequencies[frequency]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
