import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '#core/paths.ts'
import { openDatabase } from '#server/database/connect.ts'
import { projectRoot } from '#server/project-root.ts'
import { comparePictures, MAX_DIFFERING_SHARE } from '../support/compare-pictures.ts'
import { withDatabaseName } from '../support/global-setup.ts'
import { openHydratedPage } from './support/scenes.ts'
import { startServer, stopServer } from './support/site.ts'
import { expect, test } from './support/test.ts'

/** The pictures in the repository, in half their size. */
const STORED = path.join(projectRoot, 'tests/browser/pictures')
/** The pictures of this run, and a page that shows both side by side. */
const RESULTS = path.join(projectRoot, 'test-results/pictures')
const isUpdating = process.env.UPDATE_PICTURES === 'true'

type State = { path: string; isMember?: true; open?(page: Page): Promise<void> }

const states: Record<string, State> = {
  home: { path: paths.home },
  gallery: { path: '/?types=Image&view=gallery' },
  post: { path: '/t/product-design/poster-with-honest-geometry' },
  'post-of-member': { path: '/t/product-design/poster-with-honest-geometry', isMember: true },
  topic: { path: paths.topic('Cinematic Video') },
  search: { path: paths.search('poster') },
  leaderboard: { path: paths.leaderboard },
  optimizer: { path: paths.optimize },
  'create-post': { path: paths.newest, isMember: true, open: (page) => pressForDialog(page, 'n') },
  'sign-in': { path: paths.newest, open: (page) => pressForDialog(page, 'n') },
}

const pressForDialog = async (page: Page, key: string): Promise<void> => {
  await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toBeVisible()
}

const screens = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const
const themes = ['light', 'dark'] as const

/** The example content on a site of its own, because other tests add posts. */
const startExampleSite = async () => {
  const { SITE_DATA_DIR = '', SITE_DATABASE_URL = '' } = process.env
  const name = `pictures_${Date.now().toString(36)}`
  const admin = openDatabase({ url: SITE_DATABASE_URL, max: 1 })
  await admin.sql`create database ${admin.sql(name)}`
  const databaseUrl = withDatabaseName(SITE_DATABASE_URL, name)
  const { server, url } = await startServer(SITE_DATA_DIR, databaseUrl)
  const database = openDatabase({ url: databaseUrl, max: 1 })
  const token = 'm'.repeat(32)
  await database.sql`
    with member as (insert into users (username, google_id, profile_completed) values ('member', 'test:member', true) returning id)
    insert into sessions (token_hash, user_id) select ${createHash('sha256').update(token).digest()}, id from member`
  await database.close()
  const stop = async () => {
    await stopServer(server)
    await admin.sql`drop database ${admin.sql(name)} with (force)`
    await admin.close()
  }
  return { url, cookie: { name: 'session', value: token, url }, stop }
}

/** Waits until the typeface and the pictures on the screen are there. */
const waitForPictures = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const isOnScreen = (image: HTMLImageElement) => image.getBoundingClientRect().top < innerHeight
    await Promise.all([...document.images].filter(isOnScreen).map((image) => image.decode()))
  })

/**
 * Letters have the same widths in every Chromium, on every machine, only without hinting. Otherwise, lines could break
 * at other words.
 */
const launchBrowser = () => {
  const { launchOptions } = test.info().project.use
  return chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--font-render-hinting=none', '--disable-lcd-text'],
  })
}

test('every state looks as before, on both screens and in both themes', { tag: '@full' }, async () => {
  // A single test, because a failed one would start the next with another site.
  test.setTimeout(20 * 60_000)
  await rm(RESULTS, { recursive: true, force: true })
  await mkdir(RESULTS, { recursive: true })
  await mkdir(STORED, { recursive: true })
  const site = await startExampleSite()
  const browser = await launchBrowser()
  const rows: string[] = []
  try {
    for (const [state, { path: pathname, isMember, open }] of Object.entries(states)) {
      for (const viewport of screens) {
        for (const colorScheme of themes) {
          const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
          if (isMember) await context.addCookies([site.cookie])
          const page = await context.newPage()
          await openHydratedPage(page, site.url + pathname)
          await open?.(page)
          await waitForPictures(page)
          const taken = await page.screenshot({ animations: 'disabled' })
          await context.close()
          rows.push(await compareWithStored(`${state}-${viewport.width}-${colorScheme}`, taken, viewport))
        }
      }
    }
  } finally {
    await browser.close()
    await site.stop()
    await writeFile(
      path.join(RESULTS, 'index.html'),
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title><style>body{font:14px sans-serif;background:#888}img{width:48%}</style><h1>Stored and taken pictures</h1>${rows.join('')}</html>`,
    )
  }
})

/** Compares a picture with the stored one, or stores it. Returns both for the page that shows them. */
const compareWithStored = async (
  name: string,
  taken: Buffer,
  screen: { width: number; height: number },
): Promise<string> => {
  const file = path.join(STORED, `${name}.webp`)
  const smaller = await sharp(taken)
    .resize(Math.round(screen.width / 2))
    .webp({ quality: 70 })
    .toBuffer()
  let stored = await readFile(file).catch(() => null)
  let share = stored ? await comparePictures(stored, taken, screen) : 1
  if (isUpdating && share > MAX_DIFFERING_SHARE) {
    await writeFile(file, smaller)
    stored = smaller
    share = 0
  }
  await writeFile(path.join(RESULTS, `${name}.webp`), smaller)
  const percent = (share * 100).toFixed(2)
  expect
    .soft(share, `${name}: ${percent} % of the picture differ, see test-results/pictures/index.html`)
    .toBeLessThanOrEqual(MAX_DIFFERING_SHARE)
  return `<h2>${name}: ${percent} % differ</h2><img src="${path.relative(RESULTS, file)}" alt="Stored"> <img src="${name}.webp" alt="Taken">`
}
