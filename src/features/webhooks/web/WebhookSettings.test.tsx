import { expect, it } from 'vitest'
import { type ApiResponse, buildMember, renderComponent } from '#tests/components/render-component.tsx'
import type { Webhook, WebhookDelivery } from '../contract.ts'
import { WebhookSettings } from './WebhookSettings.tsx'

const webhook: Webhook = {
  id: 7,
  url: 'https://example.org/hook',
  kinds: ['post.published', 'comment.created'],
  topic: null,
  state: 'active',
  firstFailedAt: null,
  createdAt: new Date(),
}
const delivery: WebhookDelivery = {
  id: 3,
  messageId: '0192',
  kind: 'post.published',
  postId: 12,
  state: 'pending',
  attempts: 2,
  status: 503,
  error: null,
  durationMs: 1_204,
  createdAt: new Date(),
  attemptedAt: new Date(),
  nextAttemptAt: new Date(Date.now() + 300_000),
}

type Api = Record<string, () => ApiResponse>
const setUp = (webhooks: Webhook[], api: Api = {}, isForTopics = false) =>
  renderComponent(<WebhookSettings isForTopics={isForTopics} />, {
    user: buildMember(),
    api: {
      'GET /api/webhooks': () => ({ body: { isEnabled: true, webhooks } }),
      'GET /api/topics': () => ({
        body: [
          { id: 1, name: 'Cooking', isHot: false },
          { id: 2, name: 'Poems', isHot: false },
        ],
      }),
      ...api,
    },
  })

it('lists webhooks with what they are told, and says that one was switched off', async () => {
  const { screen, writes } = await setUp(
    [webhook, { ...webhook, id: 8, url: 'https://example.com/', state: 'disabled' }],
    { 'PATCH /api/webhooks/8': () => ({ body: webhook }) },
  )
  await expect.element(screen.getByText('https://example.org/hook')).toBeVisible()
  await expect.element(screen.getByText('Post published, New comment').first()).toBeVisible()
  await expect.element(screen.getByText('Switched off after days of failures')).toBeVisible()
  await screen.getByRole('button', { name: 'Switch on' }).click()
  await expect.poll(writes).toMatchObject([{ method: 'PATCH', body: { isPaused: false } }])
})

it('creates a webhook, names what is wrong with its address, and shows its secret once', async () => {
  const message = 'Address must be one that can be reached from the internet'
  let isRejected = true
  const { screen, writes } = await setUp([], {
    'POST /api/webhooks': () =>
      isRejected
        ? { status: 400, body: { message, issues: [{ path: 'url', message }] } }
        : { body: { ...webhook, secret: 'whsec_abc' } },
  })
  await expect.element(screen.getByText('You have no webhooks.')).toBeVisible()
  await screen.getByRole('button', { name: 'Create webhook' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await expect.element(dialog.getByText('Address is required')).toBeVisible()
  await dialog.getByLabelText('Address').fill('https://10.0.0.1/')
  await dialog.getByRole('checkbox', { name: 'Result reported' }).click()
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await expect.element(dialog.getByText(message)).toBeVisible()
  isRejected = false
  await dialog.getByLabelText('Address').fill('https://example.org/hook')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await expect.element(screen.getByLabelText('Secret', { exact: true })).toHaveValue('whsec_abc')
  expect(writes().at(-1)?.body).toEqual({
    url: 'https://example.org/hook',
    kinds: ['post.published', 'post.updated', 'post.removed', 'comment.created', 'suggested_edit.created'],
  })
})

it('shows the log, and sends a message again', async () => {
  const { screen, writes } = await setUp([webhook], {
    'GET /api/webhooks/7/deliveries': () => ({ body: [delivery] }),
    'POST /api/webhooks/7/deliveries/3/resend': () => ({ body: { ...delivery, state: 'delivered' } }),
  })
  const button = screen.getByRole('button', { name: 'Log of https://example.org/hook' })
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  const log = screen.getByRole('list', { name: 'Log of https://example.org/hook' })
  await expect.element(log.getByText(/Waiting · HTTP 503 · 1,204 ms · 2 attempts/)).toBeVisible()
  await log.getByRole('button', { name: 'Send again: Post published' }).click()
  await expect.poll(writes).toMatchObject([{ method: 'POST' }])
})

it('says what came of a test', async () => {
  let sent: Partial<WebhookDelivery> = { state: 'delivered', status: 204 }
  const { screen } = await setUp([webhook], {
    'POST /api/webhooks/7/test': () => ({ body: { ...delivery, ...sent } }),
  })
  const button = screen.getByRole('button', { name: 'Send test to https://example.org/hook' })
  await button.click()
  await expect.element(screen.getByText('The test was received (204)')).toBeVisible()
  sent = { state: 'pending', status: null, error: 'ENOTFOUND' }
  await button.click()
  await expect.element(screen.getByText('The test was not received: the name does not exist')).toBeVisible()
})

it("shows admins the topics' webhooks only, and asks for the topic of a new one", async () => {
  const { screen, writes } = await setUp(
    [webhook, { ...webhook, id: 9, url: 'https://example.net/', topic: { id: 2, name: 'Poems' } }],
    { 'POST /api/webhooks': () => ({ body: { ...webhook, secret: 'whsec_abc' } }) },
    true,
  )
  await expect.element(screen.getByText('https://example.net/')).toBeVisible()
  expect(screen.getByText('https://example.org/hook').query()).toBeNull()
  await screen.getByRole('button', { name: 'Create webhook' }).click()
  const dialog = screen.getByRole('dialog')
  expect(dialog.getByRole('checkbox', { name: 'New comment' }).query()).toBeNull()
  await dialog.getByLabelText('Topic').selectOptions('Poems')
  await dialog.getByLabelText('Address').fill('https://example.org/hook')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await expect.poll(writes).toMatchObject([{ body: { topicId: 2 } }])
})

it('says that the operator has switched webhooks off', async () => {
  const { screen } = await setUp([], {
    'GET /api/webhooks': () => ({ body: { isEnabled: false, webhooks: [webhook] } }),
  })
  await expect.element(screen.getByText(/switched off on this site/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Create webhook' }).query()).toBeNull()
})
