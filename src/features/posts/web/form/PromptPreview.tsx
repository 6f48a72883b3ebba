import { useWatch } from 'react-hook-form'
import { FillablePrompt } from '../FillablePrompt.tsx'
import type { PostValues } from './post-values.ts'
import { postFormTexts } from './texts.ts'

/** The prompt as readers see it. */
export const PromptPreview = () => {
  const { prompt, ...rest } = useWatch<PostValues>() as PostValues
  return (
    <section aria-label={postFormTexts.preview}>
      <p className="mb-1.5 text-sm font-medium">{postFormTexts.prompt}</p>
      {prompt.trim() ? (
        <FillablePrompt id="preview" prompt={{ ...rest, text: prompt }} isPreview />
      ) : (
        <p className="rounded-lg bg-sunken px-4 py-3 text-muted">{postFormTexts.nothingToPreview}</p>
      )}
    </section>
  )
}
