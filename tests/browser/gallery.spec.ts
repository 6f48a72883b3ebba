import type { Locator, Page } from '@playwright/test'
import { signIn } from './support/members.ts'
import {
  chooseFiles,
  createPngFile,
  fillPost,
  generateTitle,
  openCreateDialog,
  submitPostDialog,
} from './support/posts.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

/** Records a two-second canvas video in the browser, which ensures that the browser is able to play it. */
const aFilm = async (page: Page) => {
  await page.goto('/leaderboard')
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
    const paint = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
    const recorded = new Promise<Blob>((resolve) => {
      recorder.ondataavailable = ({ data }) => resolve(data)
    })
    recorder.start()
    const begunAt = performance.now()
    while (performance.now() - begunAt < 2_000) {
      paint?.fillRect((performance.now() - begunAt) / 10, 60, 40, 40)
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    const bytes = new Uint8Array(await (await recorded).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  return { name: 'film.webm', mimeType: 'video/webm', buffer: Buffer.from(base64, 'base64') }
}

test('plays a video in a gallery, where the arrow keys seek instead of changing the slide', {
  tag: '@full',
}, async ({ page, context }) => {
  const username = await signIn(context)
  const film = await aFilm(page)
  const dialog = await openCreateDialog(page)
  const title = generateTitle('Film')
  await fillPost(dialog, { title })
  const pictures = await Promise.all([71, 72, 73, 74].map((width) => createPngFile(`${width}.png`, width)))
  await chooseFiles(dialog, [film, ...pictures])
  await submitPostDialog(dialog)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

  const first = page.getByRole('button', { name: `Example video 1 of ${title}` })
  await first.focus()
  await page.keyboard.press('Enter')
  const preview = page.getByRole('dialog', { name: `Examples of ${title}` })
  const playing = preview.locator('video')
  await expect.poll(() => playing.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
  await playing.focus()
  await page.keyboard.press('ArrowRight')
  await expect(preview.getByText('1 of 5')).toBeVisible()
  await preview.getByRole('button', { name: 'Next' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(preview.getByText('2 of 5')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(preview.getByText('5 of 5')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  await expect(first).toBeFocused()

  await page.goto(`/u/${username}`)
  const fourth = page.getByRole('button', { name: `Example image 4 of ${title}, +1 more` })
  await expect(fourth).toHaveText('+1')
})

test('does not enlarge a single small image', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  const title = generateTitle('Small')
  await fillPost(dialog, { title })
  await chooseFiles(dialog, [await createPngFile('small.png', 300, 200)])
  await submitPostDialog(dialog)
  const shown = await page.getByRole('button', { name: `Example image 1 of ${title}` }).boundingBox()
  expect(Math.round(shown?.width ?? 0)).toBe(300)
})

/** Returns the element around the canvases. A canvas has no position while it is being replaced. */
const findWaveform = (preview: Locator) => preview.locator('.touch-none')

test('plays the recording of an example prompt, whose waveform seeks', { tag: '@full' }, async ({ page }) => {
  await openHydratedPage(page, '/t/music/lullaby-for-upright-piano-and-rain')
  await page.getByRole('button', { name: /^Example video/ }).click()
  const preview = page.getByRole('dialog')
  const video = preview.locator('video')
  const readTime = () => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)
  const before = await video.boundingBox()
  // The controls are as wide as the picture.
  expect((before?.width ?? 0) / (before?.height ?? 1)).toBeCloseTo(16 / 9, 1)
  await expect.poll(readTime).toBeGreaterThan(0)
  const sound = await video.evaluate(async ({ currentSrc }: HTMLVideoElement) => {
    const bytes = await (await fetch(currentSrc)).arrayBuffer()
    const { duration, numberOfChannels } = await new AudioContext().decodeAudioData(bytes)
    return { duration, numberOfChannels }
  })
  expect(sound).toEqual({ duration: expect.closeTo(13.64, 1), numberOfChannels: 1 })

  const waveform = findWaveform(preview)
  await expect(waveform.locator('canvas').first()).toBeVisible()
  expect(await video.boundingBox()).toEqual(before)
  await video.evaluate((element: HTMLVideoElement) => element.pause())
  const { x, y, width, height } = (await waveform.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + 0.75 * width, y + height / 2)
  await expect.poll(readTime).toBeCloseTo(0.75 * sound.duration, 0)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a drag along a waveform seeks', { tag: '@full' }, async ({ page }) => {
    await openHydratedPage(page, '/t/music/lullaby-for-upright-piano-and-rain')
    await page.getByRole('button', { name: /^Example video/ }).tap()
    const preview = page.getByRole('dialog')
    const video = preview.locator('video')
    const waveform = findWaveform(preview)
    await expect(waveform.locator('canvas').first()).toBeVisible()
    await video.evaluate((element: HTMLVideoElement) => element.pause())
    const { x, y, width, height } = (await waveform.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: share === undefined ? [] : [{ x: x + share * width, y: y + height / 2 }],
      })
    await touch('touchStart', 0.9)
    // The library takes a touch for a drag only after a moment.
    await expect(async () => {
      for (const share of [0.8, 0.5]) await touch('touchMove', share)
      expect(await video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeCloseTo(
        0.5 * 13.64,
        0,
      )
    }).toPass({ timeout: 10_000 })
    await touch('touchEnd')
  })
})

test('requests nothing for a waveform if the reader saves data', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await openHydratedPage(page, '/t/music/lullaby-for-upright-piano-and-rain')
  await page.getByRole('button', { name: /^Example video/ }).click()
  const video = page.getByRole('dialog').locator('video')
  await expect
    .poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
    .toBeGreaterThan(1)
  expect(requested.filter((url) => url.includes('Waveform'))).toEqual([])
  await expect(page.getByRole('dialog').locator('canvas')).toHaveCount(0)
})
