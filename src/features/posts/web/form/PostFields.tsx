import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type PostType, postTypes } from '#features/catalogue/contract.ts'
import { SelectField } from '#web/kit/SelectField.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { ModelField } from './ModelField.tsx'
import type { PostValues } from './post-values.ts'
import { texts } from './texts.ts'

type Props = { maxModels: number; files: ReactNode; topic: ReactNode }

/** The fields of the Create Post and Edit Post dialogs, in the order of the specification. */
export const PostFields = ({ maxModels, files, topic }: Props) => {
  const { register, control, setValue, formState } = useFormContext<PostValues>()
  const { errors } = formState
  const [type, models] = useWatch({ control, name: ['type', 'models'] })
  const setModels = (ids: string[]) =>
    setValue('models', ids, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <>
      <TextField
        label={texts.title}
        placeholder={texts.titlePlaceholder}
        autoComplete="off"
        aria-required
        error={errors.title?.message}
        {...register('title')}
      />
      <TextArea
        label={texts.description}
        placeholder={texts.descriptionPlaceholder}
        rows={3}
        aria-required
        error={errors.description?.message}
        {...register('description')}
      />
      <TextArea
        label={texts.prompt}
        placeholder={texts.promptPlaceholder}
        rows={6}
        aria-required
        spellCheck={false}
        className="font-mono wide:text-sm!"
        error={errors.prompt?.message}
        {...register('prompt')}
      />
      {files}
      <SelectField
        label={texts.type}
        options={postTypes}
        aria-required
        error={errors.type?.message}
        {...register('type', {
          // Models of another type cannot be chosen (docs/spec/forms.md#post).
          onChange: () => setModels([]),
        })}
      />
      <ModelField
        type={type satisfies PostType}
        chosen={models}
        most={maxModels}
        error={errors.models?.message}
        onChange={setModels}
      />
      {topic}
    </>
  )
}
