import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getModelName, type PostType } from '#core/model-catalogue.ts'
import { paths } from '#core/paths.ts'
import { countCharacters, truncateText } from '#core/text.ts'
import type { createPost } from '#features/posts/contract.ts'
import { openCreatePostDialog } from '#features/posts/web/create/open-create-post.ts'
import { callApi } from '#web/api-client.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { Button } from '#web/kit/Button.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { randomUuid } from '#web/random-uuid.ts'
import { optimizerMessages } from '../contract-messages.ts'
import { optimizerTexts } from './texts.ts'
import type { DisplayedResult } from './use-optimization.ts'

const PREFIXES: Record<PostType, string> = {
  Text: 'Text Generation',
  Code: 'Code Assistant',
  Image: 'Image Generation',
  Video: 'Video Creation',
  Audio: 'Audio Generation',
}
const TITLE_WORDS = 10
const MAX_TITLE_LENGTH = 100

/**
 * Returns the title of a saved post: a prefix for the type, then the first ten words of the prompt, at most 100
 * characters (docs/spec/forms.md#saved-prompts).
 */
export const generatePostTitle = (type: PostType | null, prompt: string): string => {
  const start = prompt.trim().split(/\s+/).slice(0, TITLE_WORDS).join(' ')
  const title = `${type ? PREFIXES[type] : 'AI Prompt'}: ${start}`
  return countCharacters(title) <= MAX_TITLE_LENGTH
    ? title
    : `${truncateText(title, MAX_TITLE_LENGTH - 3)}...`
}

/**
 * Returns the description of a saved post, which names the type of task, the models and the origin
 * (docs/spec/forms.md#saved-prompts).
 */
export const generatePostDescription = (type: PostType | null, models: readonly string[]): string => {
  const target = models.length ? ` targeting ${models.map(getModelName).join(', ')}` : ''
  return `Optimized AI prompt for ${type ?? 'general'} tasks${target}. It was generated using an AI optimization.`
}

export const ResultActions = ({ result }: { result: DisplayedResult }) => {
  const navigation = useNavigation()
  const client = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  // One key per result, so saving it twice creates only one post, even if the first response was lost.
  const [requestKey] = useState(randomUuid)
  const post = {
    title: generatePostTitle(result.type, result.originalPrompt),
    description: generatePostDescription(result.type, result.models),
    prompt: result.optimizedPrompt,
    models: result.models,
  }
  const save = async () => {
    setSaving(true)
    try {
      const body = { ...post, type: result.type ?? 'Text', isPrivate: true, requestKey } as const
      const saved = await callApi<typeof createPost>('POST /api/posts', { body })
      await invalidateLists(client, 'private-posts')
      const open = () => void navigation.push(paths.post(saved))
      showToast({
        title: optimizerTexts.saved,
        tone: 'success',
        action: { label: optimizerTexts.open, run: open },
      })
    } catch {
      showToast({
        title: optimizerMessages.saveFailedTitle,
        description: optimizerMessages.saveFailed,
        tone: 'danger',
      })
    }
    setSaving(false)
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<Icon name="lock" size={16} />}
        busy={isSaving}
        busyLabel={optimizerTexts.saving}
        onClick={() => void save()}
      >
        {optimizerTexts.save}
      </Button>
      <Button
        icon={<Icon name="square-pen" size={16} />}
        onClick={() => openCreatePostDialog({ ...post, type: result.type ?? 'Text' })}
      >
        {optimizerTexts.useAsPost}
      </Button>
    </div>
  )
}
