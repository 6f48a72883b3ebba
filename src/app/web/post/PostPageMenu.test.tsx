import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { buildPostPage } from '#tests/components/samples.ts'
import PostPageMenu from './PostPageMenu.tsx'

it('ends the names of what asks for more with an ellipsis', async () => {
  const { screen } = await renderComponent(<PostPageMenu post={buildPostPage()} onReport={() => {}} />, {
    user: buildMember({ id: 8 }),
  })
  await screen.getByRole('button', { name: 'More' }).click()
  for (const name of ['Add to a collection…', 'Download…', 'Mute…', 'Report…'])
    await expect.element(screen.getByRole('menuitem', { name, exact: true })).toBeVisible()
})

it('leads to the versions of a post that has been edited', async () => {
  const { screen } = await renderComponent(
    <PostPageMenu post={buildPostPage({ id: 3, version: 2 })} onReport={() => {}} />,
    { user: buildMember({ id: 8 }) },
  )
  await screen.getByRole('button', { name: 'More' }).click()
  await expect
    .element(screen.getByRole('menuitem', { name: 'Versions' }))
    .toHaveAttribute('href', '/post/3/versions')
})

it('does not offer the versions of a post that has only one', async () => {
  const { screen } = await renderComponent(
    <PostPageMenu post={buildPostPage({ version: 1 })} onReport={() => {}} />,
    { user: buildMember({ id: 8 }) },
  )
  await screen.getByRole('button', { name: 'More' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Remix' })).toBeVisible()
  await expect.element(screen.getByRole('menuitem', { name: 'Versions' })).not.toBeInTheDocument()
})
