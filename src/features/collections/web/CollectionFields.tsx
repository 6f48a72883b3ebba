import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { type CollectionVisibility, collectionVisibilities } from '../contract-values.ts'
import { collectionTexts } from './texts.ts'

export type CollectionValues = { title: string; description: string; visibility: CollectionVisibility }

type Props = {
  register: UseFormRegister<CollectionValues>
  errors: FieldErrors<CollectionValues>
}

/** The form fields for a collection: its name, its description and its visibility. */
export const CollectionFields = ({ register, errors }: Props) => (
  <>
    <TextField
      label={collectionTexts.name}
      autoComplete="off"
      error={errors.title?.message}
      required
      {...register('title')}
    />
    <TextArea
      label={collectionTexts.description}
      hint={collectionTexts.optional}
      rows={3}
      error={errors.description?.message}
      {...register('description')}
    />
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{collectionTexts.visibility}</legend>
      {collectionVisibilities.map((visibility) => (
        <label key={visibility} className="control flex items-center gap-2 text-sm">
          <input type="radio" value={visibility} {...register('visibility')} />
          {collectionTexts.visibilities[visibility]}
        </label>
      ))}
    </fieldset>
  </>
)
