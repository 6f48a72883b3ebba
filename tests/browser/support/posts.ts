import { expect, type Locator, type Page } from '@playwright/test'
import { createTestImage } from '../../support/samples.ts'
import { getSiteSql } from './members.ts'
import { waitForHydration } from './test.ts'

/** The prompt is long enough that visitors see only its beginning, as in most posts. */
export const PROMPT = 'Do it step by step, and say why. '.repeat(8).trim()

/** Opens the page and then the Create Post dialog. */
export const openCreateDialog = async (page: Page, path = '/new'): Promise<Locator> => {
  await page.goto(path)
  await waitForHydration(page)
  return clickCreatePost(page)
}

export const clickCreatePost = async (page: Page): Promise<Locator> => {
  await page.getByRole('banner').getByRole('button', { name: 'Create Post' }).click()
  const dialog = getCreateDialog(page)
  await expect(dialog).toBeVisible()
  return dialog
}

export const getCreateDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Create Post' })

type Words = { title: string; description?: string; prompt?: string }

export const fillPost = async (
  dialog: Locator,
  { title, description = 'What it does', prompt = PROMPT }: Words,
): Promise<void> => {
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Description').fill(description)
  await dialog.getByLabel('AI Prompt').fill(prompt)
}

/** Submits the create or the edit dialog. */
export const submitPostDialog = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: /^(Create Post|Save changes)$/ }).click()

export const chooseOption = async (dialog: Locator, field: string, option: string): Promise<void> => {
  await dialog.getByRole('combobox', { name: field }).click()
  await dialog.getByRole('option', { name: option, exact: true }).click()
}

export const createPngFile = async (name: string, width = 60, height = 40) => ({
  name,
  mimeType: 'image/png',
  buffer: await createTestImage(width, height).png().toBuffer(),
})

export const getChosenFiles = (dialog: Locator): Locator =>
  dialog.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')

export const chooseFiles = (dialog: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  dialog.locator('input[type=file]').setInputFiles(files)

type Stored = {
  id: number
  isPrivate: boolean
  models: string[]
  exampleFiles: string[]
  prompt: string
  topic: string
}

export const findStoredPosts = (title: string) => getSiteSql()<Stored[]>`
  select p.id, p.is_private, p.models, p.example_files, p.prompt, t.name as topic
  from posts p left join topics t on t.id = p.topic_id where p.title = ${title} order by p.id`

let titleCount = 0
export const generateTitle = (words: string): string => {
  titleCount += 1
  return `${words} ${Date.now().toString(36)}${titleCount}`
}
