import { useFormContext, useWatch } from 'react-hook-form'
import { limits } from '#core/limits.ts'
import { countCharacters } from '#core/text.ts'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { texts } from './form-texts.ts'

/** The fields that both profile forms share. */
export type PublicProfileValues = { bio: string; website: string; xLink: string; linkedinLink: string }

const LINKS = [
  ['website', 'https://example.org'],
  ['xLink', 'https://x.com/you'],
  ['linkedinLink', 'https://www.linkedin.com/in/you'],
] as const

/**
 * The bio with its character counter, and the links. `values` are the saved values, for the server-rendered
 * form.
 */
export const PublicProfileFields = ({ values }: { values: PublicProfileValues }) => {
  const { register, control, formState } = useFormContext<PublicProfileValues>()
  const { errors } = formState
  const bio = useWatch({ control, name: 'bio', defaultValue: values.bio })
  return (
    <>
      <TextArea
        label={texts.bio}
        placeholder={texts.bioPlaceholder}
        rows={3}
        defaultValue={values.bio}
        error={errors.bio?.message}
        hint={<span className="tabular-nums">{`${countCharacters(bio)}/${limits.bio}`}</span>}
        {...register('bio')}
      />
      {LINKS.map(([name, placeholder]) => (
        <TextField
          key={name}
          label={texts[name]}
          placeholder={placeholder}
          type="url"
          inputMode="url"
          autoComplete="off"
          defaultValue={values[name]}
          error={errors[name]?.message}
          {...register(name)}
        />
      ))}
    </>
  )
}
