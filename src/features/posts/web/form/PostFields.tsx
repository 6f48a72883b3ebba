import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type PostType, postTypes } from '#features/catalogue/contract.ts'
import { SelectField } from '#web/kit/SelectField.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { ModelField } from './ModelField.tsx'
import type { PostValues } from './post-values.ts'
import { texts } from './texts.ts'

type Props = { mostModels: number; files: ReactNode; topic: ReactNode }

/** The fields of both dialogs, in the specification's order. */
export const PostFields = ({ mostModels, files, topic }: Props) => {
  const { register, control, setValue, formState } = useFormContext<PostValues>()
  const { errors } = formState
  const [type, models] = useWatch({ control, name: ['type', 'models'] })
  const setModels = (to: string[]) =>
    setValue('models', to, { shouldDirty: true, shouldValidate: formState.isSubmitted })
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
          // Those of another type are not offered (section 4).
          onChange: () => setModels([]),
        })}
      />
      <ModelField
        type={type satisfies PostType}
        chosen={models}
        most={mostModels}
        error={errors.models?.message}
        onChange={setModels}
      />
      {topic}
    </>
  )
}
