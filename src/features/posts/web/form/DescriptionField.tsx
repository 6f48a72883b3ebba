import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { MentionTextArea } from '#features/members/web/MentionTextArea.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Markdown } from '#web/kit/Markdown.tsx'
import type { PostValues } from './post-values.ts'
import { postFormTexts } from './texts.ts'

/**
 * The description field with a Markdown preview. A validation error closes the preview, so the field can be
 * focused.
 */
export const DescriptionField = () => {
  const { register, control, formState } = useFormContext<PostValues>()
  const description = useWatch({ control, name: 'description' })
  const [wantsPreview, setWantsPreview] = useState(false)
  const error = formState.errors.description?.message
  const isPreview = wantsPreview && !error
  return (
    <div className="flex flex-col gap-1.5">
      {/* Hidden rather than removed so that the field stays registered with its height and undo history. */}
      <div hidden={isPreview}>
        <MentionTextArea
          label={postFormTexts.description}
          placeholder={postFormTexts.descriptionPlaceholder}
          rows={3}
          aria-required
          error={error}
          {...register('description')}
        />
      </div>
      {isPreview && (
        <section aria-label={postFormTexts.preview}>
          <p className="mb-1.5 text-sm font-medium">{postFormTexts.description}</p>
          <div className="min-h-24 rounded-lg border bg-sunken px-3 py-1.5">
            {description.trim() ? (
              <Markdown text={description} />
            ) : (
              <p className="text-muted">{postFormTexts.nothingToPreview}</p>
            )}
          </div>
        </section>
      )}
      {/* A single button toggles the preview, so keyboard users reach the prompt with fewer tab stops. */}
      <Button variant="ghost" className="flush-start self-start" onClick={() => setWantsPreview(!isPreview)}>
        {isPreview ? postFormTexts.write : postFormTexts.preview}
      </Button>
    </div>
  )
}
