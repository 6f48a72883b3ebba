import { openCreatePost } from '#features/posts/web/create/open-create-post.ts'
import { preloadPostDialog } from '#features/posts/web/PostDialogs.tsx'
import { Button } from '#web/kit/Button.tsx'

type Props = { label: string; preset?: Parameters<typeof openCreatePost>[0] }

const prepare = () => preloadPostDialog('create')

/** The Create Post button that members see in an empty list. */
export const CreatePostAction = ({ label, preset }: Props) => (
  <Button variant="primary" onPointerEnter={prepare} onFocus={prepare} onClick={() => openCreatePost(preset)}>
    {label}
  </Button>
)
