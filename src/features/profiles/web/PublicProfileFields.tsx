import { Fragment, type ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { limits } from '#core/limits.ts'
import type { ProfileFieldName, ProfileLinkName, ProfileTexts } from '#core/profile-fields.ts'
import { countCharacters } from '#core/text.ts'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { profileFormTexts } from './form-texts.ts'

/**
 * The fields that both profile forms share: the bio with its character counter, and the links. `values`
 * contains the saved values for server-side rendering.
 */
export const PublicProfileFields = ({ values }: { values: ProfileTexts }) => {
  const { register, control, formState } = useFormContext<ProfileTexts>()
  const { errors } = formState
  const bio = useWatch({ control, name: 'bio', defaultValue: values.bio })
  const linkControl = (name: ProfileLinkName, placeholder: string) => (
    <TextField
      label={profileFormTexts[name]}
      placeholder={placeholder}
      type="url"
      inputMode="url"
      autoComplete="off"
      defaultValue={values[name]}
      error={errors[name]?.message}
      {...register(name)}
    />
  )
  const controls: Record<ProfileFieldName, ReactNode> = {
    bio: (
      <TextArea
        label={profileFormTexts.bio}
        placeholder={profileFormTexts.bioPlaceholder}
        rows={3}
        defaultValue={values.bio}
        error={errors.bio?.message}
        hint={<span className="tabular-nums">{`${countCharacters(bio)}/${limits.bio}`}</span>}
        {...register('bio')}
      />
    ),
    website: linkControl('website', 'https://example.org'),
    xLink: linkControl('xLink', 'https://x.com/you'),
    linkedinLink: linkControl('linkedinLink', 'https://www.linkedin.com/in/you'),
  }
  return Object.entries(controls).map(([name, fieldControl]) => (
    <Fragment key={name}>{fieldControl}</Fragment>
  ))
}
