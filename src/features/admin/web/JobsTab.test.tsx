import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { JobsTab } from './JobsTab.tsx'

it('shows the error of a failed job, and retries it', async () => {
  const id = '2c1d8b3e-0c5e-4f2b-9a52-3f4f4e1c7a10'
  const job = { id, name: 'send-mail', error: 'The server hung up', runs: 6, failedAt: new Date() }
  let failed = [job]
  const { screen } = await renderComponent(<JobsTab />, {
    user: buildMember({ isAdmin: true }),
    api: {
      'GET /api/admin/jobs': () => ({
        body: {
          queues: [{ name: 'sweep-media', waiting: 2, running: 1, failed: 0, lastCompletedAt: null }],
          failed,
        },
      }),
      [`POST /api/admin/jobs/${id}/retry`]: () => {
        failed = []
        return { body: {} }
      },
    },
  })
  const row = screen.getByRole('row', { name: 'send-mail', exact: true })
  await expect.element(row.getByText('The server hung up')).toBeVisible()
  await expect.element(row.getByRole('cell', { name: /ran 6 times/ })).toBeVisible()
  await expect
    .element(screen.getByRole('row', { name: 'sweep-media 2 1 0 Not in the last week' }))
    .toBeVisible()
  await row.getByRole('button', { name: 'Retry send-mail' }).click()
  await expect.element(screen.getByText('No failed jobs')).toBeVisible()
})
