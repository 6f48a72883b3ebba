import { useId, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '#web/kit/Button.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { insertBlank } from './insert-blank.ts'
import { PromptPreview } from './PromptPreview.tsx'
import type { PostValues } from './post-values.ts'
import { postFormTexts } from './texts.ts'

const MessagesField = lazyDialog(() => import('./MessagesField.tsx'))
const SkillField = lazyDialog(() => import('./SkillField.tsx'))

/** The field of the prompt: one text, with the front matter and files of a skill, or a box for each message. */
export const PromptField = () => {
  const form = useWatch<PostValues, 'form'>({ name: 'form' })
  if (form === 'messages') return <MessagesField />
  return (
    <>
      <PromptTextField isSkill={form === 'skill'} />
      {form === 'skill' && <SkillField />}
    </>
  )
}

/**
 * The prompt field with a preview in the box that readers see, and a button that inserts a blank at the cursor, except in
 * a skill, which has none. A validation error closes the preview, so the field can be focused.
 */
const PromptTextField = ({ isSkill }: { isSkill: boolean }) => {
  const { register, formState } = useFormContext<PostValues>()
  const hintId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [wantsPreview, setWantsPreview] = useState(false)
  const error = formState.errors.prompt?.message
  const isPreview = wantsPreview && !error
  const { ref, ...registration } = register('prompt')
  const onInsert = () => field.current && insertBlank(field.current)
  return (
    <div className="flex flex-col gap-1.5">
      {/* Hidden rather than removed so that the field stays registered with its height and undo history. */}
      <div hidden={isPreview}>
        <TextArea
          label={postFormTexts.prompt}
          placeholder={isSkill ? postFormTexts.skillPlaceholder : postFormTexts.promptPlaceholder}
          rows={6}
          aria-required
          spellCheck={false}
          className="font-mono wide:text-sm!"
          error={error}
          {...registration}
          ref={(element) => {
            field.current = element
            ref(element)
          }}
        />
      </div>
      {isPreview && <PromptPreview />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {!isPreview && !isSkill && (
          <Button aria-describedby={hintId} onClick={onInsert}>
            {postFormTexts.insertBlank}
          </Button>
        )}
        <Button
          variant="ghost"
          className={isPreview || isSkill ? 'flush-start' : undefined}
          onClick={() => setWantsPreview(!isPreview)}
        >
          {isPreview ? postFormTexts.writePrompt : postFormTexts.previewPrompt}
        </Button>
        {!isSkill && (
          <p id={hintId} className="text-xs text-muted">
            {postFormTexts.blankHint}
          </p>
        )}
      </div>
    </div>
  )
}
