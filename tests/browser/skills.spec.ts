import { findSeriousViolations } from './support/axe.ts'
import { signIn } from './support/members.ts'
import { fillPost, generateTitle, openCreateDialog, submitPostDialog } from './support/posts.ts'
import { expect, test } from './support/test.ts'

test.use({ expectedErrors: [/status of 400/] })

const SCRIPT = '#!/bin/sh\necho "Ready"\n'

test('publishes a skill with files, which can be installed until it is withdrawn', async ({
  page,
  context,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(context)
  const dialog = await openCreateDialog(page)
  const title = generateTitle('Deploy tools')
  await fillPost(dialog, { title })
  await dialog.getByRole('combobox', { name: 'Form', exact: true }).selectOption('A skill for agents')
  await expect(dialog.getByText(/^Everybody can install a public skill without signing in/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Insert blank' })).toBeHidden()
  const name = `deploy-${Date.now()}`
  await dialog.getByLabel('Name', { exact: true }).fill('Not a name')
  await dialog.getByLabel('Metadata').fill('version: 1.0')
  const files = dialog.locator('input[type=file][aria-label="Add files"]')
  await files.setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: Buffer.from([0x89, 0x50, 0xff]),
  })
  await expect(dialog.getByText('photo.png is no text in UTF-8.')).toBeVisible()
  await files.setInputFiles({ name: 'run.sh', mimeType: 'text/x-sh', buffer: Buffer.from(SCRIPT) })
  await expect(dialog.getByRole('button', { name: 'Remove run.sh' })).toBeVisible()
  await submitPostDialog(dialog)
  await expect(dialog.getByText(/^The name consists of a-z and 0-9/)).toBeVisible()
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  expect(await findSeriousViolations(page, '[role=dialog]')).toEqual([])
  await submitPostDialog(dialog)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const skill = page.getByRole('region', { name: 'Skill' })
  await expect(skill.getByText(`npx skills add ${new URL(page.url()).href}`)).toBeVisible()
  await skill.getByText('run.sh').click()
  await expect(skill.getByText('echo "Ready"')).toBeVisible()
  expect(await findSeriousViolations(page, 'main')).toEqual([])
  const get = async () => (await fetch(`${baseURL}/.well-known/agent-skills/${name}@1.zip`)).status
  expect(await get()).toBe(200)
  await skill.getByRole('button', { name: 'Withdraw version 1' }).click()
  const question = page.getByRole('dialog', { name: 'Withdraw version 1' })
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(question.getByText('Say why this version is withdrawn')).toBeVisible()
  await question.getByLabel('Reason').fill('Names a key')
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(skill.getByText('Withdrawn: Names a key')).toBeVisible()
  await expect(skill.getByText('All versions of this skill are withdrawn.')).toBeVisible()
  await expect.poll(get).toBe(410)
})
