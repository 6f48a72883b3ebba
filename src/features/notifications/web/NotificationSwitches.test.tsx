import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { notificationKinds } from '../contract-values.ts'
import { NotificationSwitches } from './NotificationSwitches.tsx'

const allOn = Object.fromEntries(notificationKinds.map((kind) => [kind, true]))
const setUp = async (api: FakeApi) =>
  renderComponent(<NotificationSwitches />, {
    user: buildMember(),
    api: { 'GET /api/notifications/settings': () => ({ body: allOn }), ...api },
  })

describe('The notification switches', () => {
  it('name each kind, and switch one off at once with the keyboard', async () => {
    const sent: unknown[] = []
    const { screen } = await setUp({
      'PUT /api/notifications/settings/upvote': ({ body }) => {
        sent.push(body)
        return { body: { ...allOn, upvote: false } }
      },
    })
    await expect.element(screen.getByRole('switch').nth(notificationKinds.length - 1)).toBeVisible()
    const upvotes = screen.getByRole('switch', { name: 'Upvotes', exact: true })
    await expect.element(upvotes).toHaveAccessibleDescription('On your posts and comments')
    await expect.element(upvotes).toBeChecked()
    ;(upvotes.element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    await expect.element(upvotes).not.toBeChecked()
    await expect.poll(() => sent).toEqual([{ isEnabled: false }])
    await expect.element(upvotes).toHaveFocus()
    await expect.element(screen.getByRole('switch', { name: 'Mentions', exact: true })).toBeChecked()
  })

  it('switch back and say so if the server fails', async () => {
    const { screen } = await setUp({
      'PUT /api/notifications/settings/mention': () => ({ status: 500, body: { title: 'Broken' } }),
    })
    const mentions = screen.getByRole('switch', { name: 'Mentions', exact: true })
    await mentions.click()
    await expect.element(screen.getByText("Couldn't save the setting")).toBeVisible()
    await expect.element(mentions).toBeChecked()
  })
})
