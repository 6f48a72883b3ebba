// Takes the pictures in README.md from the example content, in both themes: `npm run build` and `npm run screenshots`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import sharp from 'sharp'
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

const findPost = async () => {
  const [post] = await database.sql<
    { id: number; slug: string; topicSlug: string; prompt: string; author: number }[]
  >`
    select posts.id, seo_slug as slug, topics.slug as "topicSlug", prompt, user_id as author
    from posts join topics on topics.id = topic_id where title = ${TITLE}`
  if (!post) throw new Error(`The example content has no post called ${TITLE}`)
  return post
}

/** Edits the post as its author would, so that it has two versions to compare. */
const edit = async ({ id, prompt, author }: Awaited<ReturnType<typeof findPost>>) => {
  const headers = { ...(await seedSession(database, { id: author })), origin: url }
  const changed = prompt
    .replace('Four flat inks', 'Three flat inks')
    .replace('mustard, deep green, black;', 'deep green, black;')
    .replace('no shadows, no ornaments.', 'no shadows, no ornaments, no people.')
  const response = await fetch(`${url}/api/posts/${id}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: changed, versionNote: 'One ink less' }),
  })
  if (!response.ok) throw new Error(`The edit failed: ${await response.text()}`)
}

const post = await findPost()
await edit(post)
const reader = await seedSession(database, await seedUser(database, { username: 'reader' }))
const [name = '', value = ''] = reader.cookie.split('=')

const pages = {
  home: '/',
  prompt: `/t/${post.topicSlug}/${post.slug}`,
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
