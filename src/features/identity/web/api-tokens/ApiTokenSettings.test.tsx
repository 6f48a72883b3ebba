import { expect, it } from 'vitest'
import { type ApiResponse, buildMember, renderComponent } from '#tests/components/render-component.tsx'
import type { ApiToken } from '../../contract-api-tokens.ts'
import { ApiTokenSettings } from './ApiTokenSettings.tsx'

const token: ApiToken = {
  id: 7,
  name: 'Laptop',
  prefix: 'pct_Ab3d1',
  scopes: ['read', 'write'],
  createdAt: new Date(),
  expiresAt: new Date(Date.now() - 86_400_000),
  lastUsedAt: null,
}

const setUp = (isAdmin = false, api: Record<string, () => ApiResponse> = {}) =>
  renderComponent(<ApiTokenSettings isAdmin={isAdmin} />, {
    user: buildMember(),
    api: { 'GET /api/user/tokens': () => ({ body: [token] }), ...api },
  })

it('lists tokens, says that one has expired, and revokes it after a confirmation', async () => {
  const { screen, writes } = await setUp(false, { 'DELETE /api/user/tokens/7': () => ({}) })
  await expect.element(screen.getByText('Laptop')).toBeVisible()
  await expect.element(screen.getByText('pct_Ab3d1…')).toBeVisible()
  await expect.element(screen.getByText('Expired', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('never used')).toBeVisible()
  await screen.getByRole('button', { name: 'Revoke Laptop' }).click()
  expect(writes()).toEqual([])
  await screen.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.element(screen.getByText('Token revoked')).toBeVisible()
  expect(writes()).toMatchObject([{ method: 'DELETE' }])
})

it('creates a token with the chosen access and expiry, and shows it once', async () => {
  const answer = { body: { ...token, token: 'pct_secret' } }
  const { screen, writes } = await setUp(false, { 'POST /api/user/tokens': () => answer })
  await screen.getByRole('button', { name: 'Create API token' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('checkbox', { name: 'Read public prompts' })).toBeChecked()
  expect(dialog.getByRole('checkbox', { name: 'Moderate' }).query()).toBeNull()
  await dialog.getByRole('button', { name: 'Create API token' }).click()
  await expect.element(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabelText('Name').fill('CI')
  await dialog.getByRole('checkbox', { name: 'Publish and change' }).click()
  await dialog.getByLabelText('Expires after').selectOptions('Never')
  await expect.element(dialog.getByText(/^A token that never expires/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Create API token' }).click()
  await expect.element(screen.getByLabelText('Token', { exact: true })).toHaveValue('pct_secret')
  expect(writes()[0]?.body).toEqual({ name: 'CI', scopes: ['read', 'write'], expiresInDays: null })
  await screen.getByRole('button', { name: 'Done' }).click()
  expect(screen.getByText('pct_secret').query()).toBeNull()
})

it('says why a token was not created, and offers moderation to admins', async () => {
  const failure = {
    status: 409,
    body: { message: 'You have 50 tokens. Revoke one before you create another.' },
  }
  const { screen } = await setUp(true, { 'POST /api/user/tokens': () => failure })
  await screen.getByRole('button', { name: 'Create API token' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('checkbox', { name: 'Moderate' })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Read public prompts' }).click()
  await dialog.getByLabelText('Name').fill('CI')
  await dialog.getByRole('button', { name: 'Create API token' }).click()
  await expect.element(dialog.getByText('Choose what the token may do')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Moderate' }).click()
  await dialog.getByRole('button', { name: 'Create API token' }).click()
  await expect.element(dialog.getByText(/You have 50 tokens/)).toBeVisible()
})
