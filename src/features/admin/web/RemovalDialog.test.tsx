import { expect, it, onTestFinished } from 'vitest'
import { removalRequestStore } from '#features/posts/web/removal-request.ts'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import RemovalDialog from './RemovalDialog.tsx'

it('moves the focus to the first field that is missing', async () => {
  removalRequestStore.set({ kind: 'comment', id: 7, author: 'bob', onRemoved: () => {} })
  onTestFinished(() => removalRequestStore.set(null))
  const { screen, writes } = await renderComponent(<RemovalDialog />, {
    user: buildMember({ isAdmin: true }),
    api: { 'GET /api/report-reasons': () => ({ body: ['Spam', 'Something else'] }) },
  })
  const rule = screen.getByRole('combobox', { name: 'Rule' })
  const remove = screen.getByRole('button', { name: 'Remove', exact: true })
  await expect.element(rule).toBeVisible()
  await remove.click()
  await expect.element(rule).toHaveAttribute('aria-invalid', 'true')
  await expect.element(rule).toHaveFocus()
  // React Hook Form would move the focus to the first registered field in a later task.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.element(rule).toHaveFocus()
  await rule.click()
  await screen.getByRole('option', { name: 'Spam' }).click()
  await remove.click()
  await expect.element(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus()
  expect(writes()).toEqual([])
})
