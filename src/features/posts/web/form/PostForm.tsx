import { type FormEventHandler, Fragment, type KeyboardEvent, type ReactNode } from 'react'
import { type FieldErrors, useFormContext, useWatch } from 'react-hook-form'
import type { PostType } from '#core/model-catalogue.ts'
import { ExampleFilesField } from '#features/media/web/files/ExampleFilesField.tsx'
import type { ExampleFilesState } from '#features/media/web/files/use-example-files.ts'
import { useFileDrop } from '#features/media/web/files/use-file-drop.ts'
import { isComposing } from '#web/is-composing.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import type { PostFieldName } from '../../contract-fields.ts'
import { BlanksInField } from './BlanksInField.tsx'
import { DescriptionField } from './DescriptionField.tsx'
import { FormField } from './FormField.tsx'
import { ModelField } from './ModelField.tsx'
import { OriginFields } from './OriginFields.tsx'
import { PromptField } from './PromptField.tsx'
import type { PostValues } from './post-values.ts'
import { TagsField } from './TagsField.tsx'
import { TypeField } from './TypeField.tsx'
import { postFormTexts } from './texts.ts'

type PostFieldsProps = { maxModels: number; files: ReactNode; topic: ReactNode; isNew: boolean }

/**
 * The fields of the Create Post and Edit Post dialogs: the type and the form first, then the others in the
 * specification's order.
 */
const PostFields = ({ maxModels, files, topic, isNew }: PostFieldsProps) => {
  const { register, control, setValue, formState } = useFormContext<PostValues>()
  const { errors } = formState
  const [type, models, tags] = useWatch({ control, name: ['type', 'models', 'tags'] })
  const setModels = (ids: string[]) =>
    setValue('models', ids, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  const controls: Record<PostFieldName, ReactNode> = {
    // Clears the models because the models of another type cannot be chosen (docs/spec/forms.md#post).
    type: <TypeField error={errors.type?.message} onChange={() => setModels([])} />,
    form: <FormField />,
    title: (
      <TextField
        label={postFormTexts.title}
        placeholder={postFormTexts.titlePlaceholder}
        autoComplete="off"
        aria-required
        error={errors.title?.message}
        {...register('title')}
      />
    ),
    description: <DescriptionField />,
    prompt: <PromptField />,
    blanksIn: <BlanksInField />,
    exampleFiles: files,
    models: (
      <ModelField
        type={type satisfies PostType}
        chosen={models}
        max={maxModels}
        error={errors.models?.message}
        onChange={setModels}
      />
    ),
    tags: (
      <TagsField
        chosen={tags}
        error={tagErrorOf(errors.tags)}
        onChange={(next) =>
          setValue('tags', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
        }
      />
    ),
    license: <OriginFields isNew={isNew} />,
    // Shown together with the license.
    sourceUrl: null,
    // Shown together with the prompt.
    skill: null,
  }
  return (
    <>
      <p className="text-xs text-muted">{postFormTexts.requiredNote}</p>
      {Object.entries(controls).map(([name, control]) => (
        <Fragment key={name}>{control}</Fragment>
      ))}
      {topic}
    </>
  )
}

/** Returns the error for the list as a whole or, if there is none, the error for the first invalid tag. */
const tagErrorOf = (errors: FieldErrors<PostValues>['tags']): string | undefined =>
  errors?.message ?? (Array.isArray(errors) ? errors.find((error) => error?.message)?.message : undefined)

type PostFormError = {
  message: string
  /** True if a toast already announces the error to screen readers. */
  isInToast?: boolean
  /** The URL of the member's post that has the same prompt. */
  conflictUrl?: string | null
}

type Props = {
  files: ExampleFilesState
  filesError: string | undefined
  maxModels: number
  topic: ReactNode
  /** True if the post does not exist yet. */
  isNew?: boolean
  /** The field for a note about the change, when editing. */
  note?: ReactNode
  /**
   * Similar posts, shown above the buttons, so the fields do not move when the posts appear while the title
   * is typed.
   */
  similar?: ReactNode
  /** The control that saves the draft on the server. */
  draft?: ReactNode
  /** A notice above the fields. */
  notice: ReactNode
  error: PostFormError | null
  submitButton: { label: string; busyLabel: string; isBusy: boolean }
  onSubmit: FormEventHandler
  onCancel(): void
}

/** The form of the Create Post and Edit Post dialogs. Its buttons stick to the bottom. */
export const PostForm = ({
  files,
  filesError,
  maxModels,
  topic,
  isNew = false,
  note,
  similar,
  draft,
  notice,
  error,
  submitButton,
  onSubmit,
  onCancel,
}: Props) => {
  const { isOver, handlers } = useFileDrop(files.add)
  const type = useWatch<PostValues, 'type'>({ name: 'type' })
  return (
    <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} {...handlers} className="flex flex-col gap-5">
      {notice}
      <PostFields
        maxModels={maxModels}
        topic={topic}
        isNew={isNew}
        files={
          <ExampleFilesField files={files} isOver={isOver} isForSound={type === 'Audio'} error={filesError} />
        }
      />
      {note}
      {similar}
      <div className="dialog-footer">
        {error && (
          <ErrorNotice silent={error.isInToast}>
            <p>
              <span>{error.conflictUrl ? `${error.message.replace(/[^.?!]$/, '$&.')} ` : error.message}</span>
              {error.conflictUrl && (
                <SiteLink href={error.conflictUrl} onClick={onCancel} className="underline">
                  {postFormTexts.goToFirst}
                </SiteLink>
              )}
            </p>
            <p className="text-muted">{postFormTexts.textIsSaved}</p>
          </ErrorNotice>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {draft}
          <Button onClick={onCancel}>{postFormTexts.cancel}</Button>
          <Button
            type="submit"
            variant="primary"
            busy={submitButton.isBusy}
            busyLabel={submitButton.busyLabel}
            disabled={files.reading !== null}
          >
            {submitButton.label}
          </Button>
        </div>
      </div>
    </form>
  )
}

const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
