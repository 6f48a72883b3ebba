// Takes the pictures in README.md from the example content, in both themes: `npm run build` and `npm run screenshots`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '#core/paths.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { openDatabase } from '#server/database/connect.ts'
import { startEmbeddedDatabase } from '#server/database/embedded.ts'
import { errorLogger } from '#server/log.ts'
import { startSite } from '../bench/servers.ts'
import { seedSession, seedUser } from '../tests/support/builders.ts'
import { findBrowser } from './browser.mjs'
import { fromRoot } from './paths.mjs'

const VIEWPORT = { width: 1280, height: 800 }
const QUALITY = 80
const PICTURES = fromRoot('docs/pictures')

const folder = mkdtempSync(path.join(tmpdir(), 'prompts-screenshots-'))
const embedded = await startEmbeddedDatabase({
  dataDir: path.join(folder, 'db'),
  log: errorLogger,
  durable: false,
})
const site = await startSite(embedded.url, path.join(folder, 'files'), { SEED: 'demo' })
const database = openDatabase({ url: embedded.url, max: 2 })
const url = site.origin.replace('127.0.0.1', 'localhost')

/** An example post with pictures and blanks. */
const TITLE = 'Poster with honest geometry'

/** Sends a request with a member's session and returns the response. */
const send = async <T>(path: string, headers: object = {}, body?: object): Promise<T> => {
  const response = await fetch(url + path, {
    method: body ? 'PATCH' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} failed: ${await response.text()}`)
  return (await response.json()) as T
}

const findPost = async (): Promise<PostCard> => {
  const posts = await send<PostCard[]>('/api/posts?sortBy=new&limit=50&types=Image')
  const post = posts.find(({ title }) => title === TITLE)
  if (!post) throw new Error(`The example content has no post called ${TITLE}`)
  return post
}

/** Edits the post as its author would, so that it has two versions to compare. */
const edit = async ({ id, userId }: PostCard) => {
  const headers = { ...(await seedSession(database, { id: userId })), origin: url }
  const { prompt } = await send<PostCard>(`/api/posts/${id}`, headers)
  const changed = prompt
    .replace('Four flat inks', 'Three flat inks')
    .replace('mustard, deep green, black;', 'deep green, black;')
    .replace('no shadows, no ornaments.', 'no shadows, no ornaments, no people.')
  await send(`/api/posts/${id}`, headers, { prompt: changed, versionNote: 'One ink less' })
}

const post = await findPost()
await edit(post)
const reader = await seedSession(database, await seedUser(database, { username: 'reader' }))
const [name = '', value = ''] = reader.cookie.split('=')

const pages = {
  home: '/',
  prompt: paths.post(post),
  comparison: `/post/${post.id}/versions?compare=1..2&view=split`,
}

const takePictures = async (context: BrowserContext, theme: string) => {
  const page = await context.newPage()
  for (const [picture, address] of Object.entries(pages)) {
    await page.goto(url + address, { waitUntil: 'networkidle' })
    const reveal = page.getByRole('button', { name: 'Reveal' })
    if (picture === 'prompt' && (await reveal.isVisible())) {
      await reveal.click()
      await page.getByRole('textbox').nth(1).waitFor()
    }
    const file = path.join(PICTURES, `${picture}-${theme}.webp`)
    const { data, info } = await sharp(await page.screenshot())
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
    writeFileSync(file, data)
    process.stdout.write(`${path.relative(fromRoot('.'), file)}, ${Math.round(info.size / 1_000)} kB\n`)
  }
}

mkdirSync(PICTURES, { recursive: true })
const executablePath = await findBrowser()
if (!executablePath) throw new Error('No Chromium found. Set CHROMIUM_PATH.')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: VIEWPORT, colorScheme, reducedMotion: 'reduce' })
    await context.addCookies([{ name, value, url }])
    await takePictures(context, colorScheme)
    await context.close()
  }
} finally {
  await browser.close()
  await database.close()
  await site.stop()
  await embedded.stop()
  rmSync(folder, { recursive: true })
}
