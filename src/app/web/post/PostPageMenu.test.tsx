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
