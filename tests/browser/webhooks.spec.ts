import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { signIn } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

/** An address that receives messages, which the site of these tests may call although it is on this machine. */
const startReceiver = async () => {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']))
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, server }
}

test('a member creates a webhook with the keyboard, tests it, reads its log and deletes it', async ({
  page,
  context,
}) => {
  const receiver = await startReceiver()
  await signIn(context)
  await openHydratedPage(page, '/settings#access')
  await page.getByRole('button', { name: 'Create webhook' }).press('Enter')
  await page.getByLabel('Address').fill(receiver.url)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await page.getByRole('button', { name: `Send test to ${receiver.url}` }).press('Enter')
  await expect(page.getByText('The test was received (204)', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Log of ${receiver.url}` }).press('Enter')
  await page.getByRole('button', { name: 'Send again: Test' }).press('Enter')
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(new Set(receiver.received).size).toBe(1)
  expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
  await page.getByRole('button', { name: `More for ${receiver.url}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByText('You have no webhooks.')).toBeVisible()
  receiver.server.close()
})
