import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { openCreatePostDialog } from './create/open-create-post.ts'
import { PostDialogs } from './PostDialogs.tsx'

const approval = { isAnswered: true, isRejected: false, reason: '' }

it.each([
  ['whose account waits for approval', { approval, profileCompleted: false }, '/complete-profile'],
  ['who is suspended', { isMuted: true, isSuspended: true }, '/statements'],
])('leads somebody %s to what is awaited, instead of a form', async (_, fields, path) => {
  const { screen, navigation } = await renderComponent(
    <PostDialogs similarPosts={null} serverDraft={null} />,
    { user: buildMember(fields) },
  )
  openCreatePostDialog()
  await expect.poll(() => navigation.location.pathname).toBe(path)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
