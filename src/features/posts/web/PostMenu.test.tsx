import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { buildPostCard } from '#tests/components/samples.ts'
import PostMenu from './PostMenu.tsx'

it('offers the author of a removed post the decision instead of the editor and the private link', async () => {
  const user = buildMember()
  const post = buildPostCard({ userId: user.id, isPrivate: true, restriction: 'removed' })
  const { screen } = await renderComponent(<PostMenu post={post} />, { user })
  await screen.getByRole('button', { name: 'Post options' }).click()
  await expect
    .element(screen.getByRole('menuitem', { name: 'Read the decision' }))
    .toHaveAttribute('href', '/statements')
  await expect.element(screen.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  for (const name of ['Edit', 'Renew private link'])
    await expect.element(screen.getByRole('menuitem', { name })).not.toBeInTheDocument()
})
