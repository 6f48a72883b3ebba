import { openCreatePostDialog } from '#features/posts/web/create/open-create-post.ts'
import { preloadPostDialog } from '#features/posts/web/preload-post-dialog.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { requestSignIn } from '#web/sign-in-request.ts'

type Props = { label: string; preset?: Parameters<typeof openCreatePostDialog>[0] }

const prepare = () => preloadPostDialog('create')

/** The Create Post button in an empty list. Visitors must sign in first. */
export const CreatePostAction = ({ label, preset }: Props) => {
  const isMember = useCurrentUser() !== null
  return (
    <Button
      variant="primary"
      className="scripting-none:hidden"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => (isMember ? openCreatePostDialog(preset) : requestSignIn('post', { kind: 'publish' }))}
    >
      {label}
    </Button>
  )
}
