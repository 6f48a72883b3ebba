import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { parsePanelState } from './panel-state.ts'
import { TopicsTab } from './TopicsTab.tsx'

it('does not overwrite a topic that another admin has edited meanwhile, and keeps what was typed', async () => {
  const topic = { id: 3, name: 'Knots', description: 'Ropes', isHot: false, postCount: 2, revision: 1 }
  let stored = topic
  const { screen, writes } = await renderComponent(
    <TopicsTab panelState={parsePanelState({ tab: 'topics' })} />,
    {
      user: buildMember({ isAdmin: true }),
      api: {
        'GET /api/admin/topics': () => ({ body: [stored] }),
        'GET /api/admin/totals/topics': () => ({ body: { count: 1, isMore: false, sums: { posts: 2 } } }),
        'PUT /api/admin/topics/3': ({ ifMatch, body }) => {
          if (ifMatch !== String(stored.revision))
            return {
              status: 412,
              body: {
                message: 'It has been changed since you read it. Load it again, then repeat your change.',
              },
            }
          stored = { ...stored, ...(body as object), revision: stored.revision + 1 }
          return { body: stored }
        },
      },
    },
  )
  const edit = screen.getByRole('button', { name: 'Edit Knots' })
  const dialog = screen.getByRole('dialog', { name: 'Edit Knots' })
  const description = dialog.getByRole('textbox', { name: 'Description' })
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await edit.click()
  stored = { ...topic, description: 'Ropes, by another admin', revision: 2 }
  await description.fill('Ropes and lines')
  await save.click()
  await expect.element(dialog.getByText(/Load it again/)).toBeVisible()
  await expect.element(screen.getByText('Ropes, by another admin')).toBeInTheDocument()
  // The dialog still edits what was read when it opened.
  await save.click()
  await expect.poll(() => writes().map(({ ifMatch }) => ifMatch)).toEqual(['1', '1'])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await edit.click()
  await expect.element(description).toHaveValue('Ropes and lines')
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(writes().map(({ ifMatch }) => ifMatch)).toEqual(['1', '1', '2'])
  expect(stored.description).toBe('Ropes and lines')
})
