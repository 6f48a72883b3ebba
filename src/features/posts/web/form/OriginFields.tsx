import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type LicenseId, licenseIds, licenses } from '#core/licenses.ts'
import { Field } from '#web/kit/Field.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'
import type { PostValues } from './post-values.ts'
import { postFormTexts } from './texts.ts'

/**
 * The license and the source of a post, in a part of the form that is closed at first unless one of them is given. The license of
 * a new post that has none becomes the site's default.
 */
export const OriginFields = ({ isNew }: { isNew: boolean }) => {
  const { register, control, formState, setValue } = useFormContext<PostValues>()
  const [license, sourceUrl] = useWatch({ control, name: ['license', 'sourceUrl'] })
  const [isOpen, setOpen] = useState(license !== 'unspecified' || sourceUrl !== '')
  const site = useSite().license
  const isFixed = site?.isFixed ?? false
  const { errors } = formState
  const hasError = errors.license !== undefined || errors.sourceUrl !== undefined
  const siteDefault = isNew && site ? site.default : 'unspecified'
  // A draft or the source of a remix can have a license that the site does not allow for new posts.
  useEffect(() => {
    if (isNew && isFixed && license !== 'unspecified') setValue('license', 'unspecified')
  }, [isNew, isFixed, license, setValue])
  const nameOf = (id: LicenseId) =>
    id === 'unspecified' && siteDefault !== 'unspecified'
      ? postFormTexts.siteLicense(licenses[siteDefault].name)
      : licenses[id].name
  return (
    <details
      className="group"
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {/* A field with an error stays open, so that it can be focused. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is interactive */}
      <summary
        onClick={(event) => hasError && event.preventDefault()}
        className="control inline-flex cursor-pointer items-center gap-2 text-sm text-muted hover:text-ink"
      >
        <span>{postFormTexts.origin}</span>
        <Icon name="chevron-down" size={14} className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-3 flex flex-col gap-5">
        {isFixed ? (
          <TextField
            label={postFormTexts.license}
            value={nameOf(license)}
            readOnly
            error={errors.license?.message}
            hint={postFormTexts.licenseFixed}
          />
        ) : (
          <Field label={postFormTexts.license} error={errors.license?.message}>
            {(wiring) => (
              <select {...register('license')} {...wiring}>
                {licenseIds.map((id) => (
                  <option key={id} value={id}>
                    {nameOf(id)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <TextField
          type="url"
          label={postFormTexts.sourceUrl}
          placeholder="https://"
          autoComplete="off"
          hint={postFormTexts.sourceUrlHint}
          error={errors.sourceUrl?.message}
          {...register('sourceUrl')}
        />
      </div>
    </details>
  )
}
