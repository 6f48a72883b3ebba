import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { signIn } from './support/members.ts'
import { openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test('a member imports prompts from an archive, and what they have is left out the second time', async ({
  page,
  context,
}) => {
  const mark = Math.random().toString(36).slice(2)
  const writer = new ZipWriter(new BlobWriter())
  await writer.add(
    'prompts/rain.md',
    new TextReader(`---\ntitle: Rain ${mark}\nlicense: MIT\n---\nRain ${mark}`),
  )
  await writer.add('snow/SKILL.md', new TextReader(`---\nname: snow\ndescription: Writes\n---\nSnow ${mark}`))
  await writer.add('broken.json', new TextReader('{'))
  const buffer = Buffer.from(await (await writer.close()).arrayBuffer())
  const archive = { name: 'prompts.zip', mimeType: 'application/zip', buffer }
  await signIn(context)
  await openHydratedPage(page, '/private-posts')
  const open = page.getByRole('button', { name: 'Import posts' })
  await open.press('Enter')
  await page.getByLabel('Choose files').setInputFiles(archive)
  await expect(page.getByRole('checkbox', { name: `Import Rain ${mark}` })).toBeChecked()
  await expect(page.getByText('The file is damaged, or of another kind than its name says')).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
  await page.getByRole('button', { name: 'Import 2 posts' }).press('Enter')
  await expect(page.getByText('2 posts imported.', { exact: false }).last()).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(page.getByRole('article', { name: `Rain ${mark}` })).toBeVisible()
  await open.press('Enter')
  await page.getByLabel('Choose files').setInputFiles(archive)
  await expect(page.getByText('You already have it')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Import 0 posts' })).toBeDisabled()
})

test('a member downloads a prompt as a file from the menu of its page', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  await openHydratedPage(page, (await seedPostByMember(null)).path)
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Download…' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as Skill' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('SKILL.md')
})
