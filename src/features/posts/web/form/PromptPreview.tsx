import { useWatch } from 'react-hook-form'
import { useCurrentUser } from '#web/current-user.ts'
import { FillablePrompt } from '../FillablePrompt.tsx'
import { useHiddenInPrompt } from '../use-hidden-in-prompt.ts'
import type { PostValues } from './post-values.ts'
import { postFormTexts } from './texts.ts'

/** The prompt as readers see it. */
export const PromptPreview = () => {
  const { prompt, ...rest } = useWatch<PostValues>() as PostValues
  const hiddenText = useHiddenInPrompt(prompt)
  const user = useCurrentUser()
  return (
    <section aria-label={postFormTexts.preview}>
      <p className="mb-1.5 text-sm font-medium">{postFormTexts.prompt}</p>
      {prompt.trim() ? (
        <FillablePrompt
          id="preview"
          prompt={{ ...rest, text: prompt, hiddenText, ...(user && { userId: user.id }) }}
          isPreview
        />
      ) : (
        <p className="rounded-lg bg-sunken px-4 py-3 text-muted">{postFormTexts.nothingToPreview}</p>
      )}
    </section>
  )
}
