import { expect, it } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import type { QuietHours } from '../contract-quiet.ts'
import { QuietHoursField } from './QuietHoursField.tsx'

const setUp = (quietHours: QuietHours | null, { isOffered = true, status = 200 } = {}) =>
  renderComponent(<QuietHoursField />, {
    api: {
      'GET /api/notifications/quiet-hours': () => ({ body: { quietHours } }),
      'GET /api/notifications/digest': () => ({
        body: { frequency: 'daily', isOffered, email: 'a@example.org' },
      }),
      'PUT /api/notifications/quiet-hours': ({ body }) => ({ status, body }),
    },
  })
const bodies = (requests: Awaited<ReturnType<typeof setUp>>['requests']) =>
  requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const night = { fromMinute: 1_380, toMinute: 420, timeZone: 'Asia/Kolkata' }

it('offers the night in the time zone of the browser, and saves each change', async () => {
  const { screen, requests } = await setUp(null)
  await screen.getByRole('switch', { name: 'Quiet hours' }).click()
  await expect.element(screen.getByLabelText('From')).toHaveValue('22:00')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await screen.getByLabelText('To').fill('06:30')
  await screen.getByLabelText('From').click()
  await expect
    .poll(() => bodies(requests))
    .toEqual([
      { quietHours: { fromMinute: 1_320, toMinute: 420, timeZone } },
      { quietHours: { fromMinute: 1_320, toMinute: 390, timeZone } },
    ])
  await screen.getByRole('switch', { name: 'Quiet hours' }).click()
  await expect.poll(() => bodies(requests).at(-1)).toEqual({ quietHours: null })
  await expect.element(screen.getByLabelText('From')).not.toBeInTheDocument()
})

it('refuses hours that end as they begin', async () => {
  const { screen, requests } = await setUp(night)
  await screen.getByLabelText('To').fill('23:00')
  await screen.getByLabelText('From').click()
  await expect.element(screen.getByText('Choose an end that differs from the beginning')).toBeVisible()
  expect(bodies(requests)).toEqual([])
})

it('puts back what was there if it cannot be saved', async () => {
  const { screen } = await setUp(night, { status: 500 })
  await screen.getByRole('switch', { name: 'Quiet hours' }).click()
  await expect.element(screen.getByText('Time zone: Asia/Kolkata')).toBeVisible()
})

it('is not shown if the site sends no email, unless hours are set', async () => {
  const { screen, requests } = await setUp(null, { isOffered: false })
  await expect.poll(() => requests.length).toBe(2)
  await expect.element(screen.getByRole('switch')).not.toBeInTheDocument()
})
