import { useQueryClient } from '@tanstack/react-query'
import SaveIcon from 'lucide-react/icons/lock'
import PostIcon from 'lucide-react/icons/square-pen'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { messages } from '#features/optimizer/contract-messages.ts'
import { savedDescription, savedTitle } from '#features/optimizer/web/saved-post.ts'
import { texts } from '#features/optimizer/web/texts.ts'
import { createPost } from '#features/posts/contract.ts'
import { openCreatePost } from '#features/posts/web/create/open-create-post.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/kit/Button.tsx'
import { toast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { newUuid } from '#web/new-uuid.ts'
import type { Shown } from './use-optimization.ts'

export const ResultActions = ({ shown }: { shown: Shown }) => {
  const navigation = useNavigation()
  const client = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  // Saving the same result twice creates one post, even if the first response was lost.
  const [requestKey] = useState(newUuid)
  const post = {
    title: savedTitle(shown.type, shown.originalPrompt),
    description: savedDescription(shown.type, shown.models),
    prompt: shown.optimizedPrompt,
    models: shown.models,
  }
  const save = async () => {
    setSaving(true)
    try {
      const body = { ...post, type: shown.type ?? 'Text', isPrivate: true, requestKey } as const
      const saved = await call(createPost, { body })
      await client.invalidateQueries({ queryKey: ['private-posts'] })
      const open = () => void navigation.push(paths.post(saved))
      toast({ title: texts.saved, tone: 'success', action: { label: texts.open, run: open } })
    } catch {
      toast({ title: messages.saveFailedTitle, description: messages.saveFailed, tone: 'danger' })
    }
    setSaving(false)
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<SaveIcon size={16} />}
        busy={isSaving}
        busyLabel={texts.saving}
        onClick={() => void save()}
      >
        {texts.save}
      </Button>
      <Button
        icon={<PostIcon size={16} />}
        onClick={() => openCreatePost({ ...post, type: shown.type ?? 'Text' })}
      >
        {texts.useAsPost}
      </Button>
    </div>
  )
}
