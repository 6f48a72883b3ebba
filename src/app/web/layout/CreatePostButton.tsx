import { useQueryClient } from '@tanstack/react-query'
import AddIcon from 'lucide-react/icons/plus'
import { useMemo } from 'react'
import { texts } from '#app/web/layout/texts.ts'
import { paths } from '#core/paths.ts'
import { openCreatePost } from '#features/posts/web/create/open-create-post.ts'
import { preparePostDialog } from '#features/posts/web/PostDialogs.tsx'
import { topicsQuery } from '#features/topics/web/queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { useShortcuts } from '#web/shortcuts.ts'

const prepare = () => preparePostDialog('create')

/**
 * The header's button for members; on a topic's page it preselects that topic (docs/spec/pages.md#header).
 */
export const CreatePostButton = () => {
  const navigation = useNavigation()
  const client = useQueryClient()
  const [open, keys] = useMemo(() => {
    const open = () => {
      const { pathname } = navigation.shown.location
      const topic = client
        .getQueryData(topicsQuery.queryKey)
        ?.find(({ name }) => paths.topic(name) === pathname)
      openCreatePost(topic ? { topicId: topic.id } : {})
    }
    return [open, [{ key: 'n', label: texts.createPost, run: open }]]
  }, [navigation, client])
  useShortcuts(keys)
  return (
    <Button
      variant="primary"
      aria-label={texts.createPost}
      icon={<AddIcon size={18} className="wide:hidden" />}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
      className="mx-1 narrow:mx-0 narrow:px-2.5"
    >
      <span className="narrow:hidden">{texts.createPost}</span>
    </Button>
  )
}
