import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

/** Serves a page on an origin of its own that shows these URLs in frames and resizes them as they ask. */
const serveOtherSite = async (urls: readonly string[]) => {
  const frames = urls.map((url) => `<iframe src="${url}" width="500" height="40"></iframe>`).join('')
  const script = `
    window.messages = []
    addEventListener('message', ({ data, origin, source }) => {
      const frame = [...document.querySelectorAll('iframe')].find((each) => each.contentWindow === source)
      window.messages.push({ ...data, origin })
      if (frame && data.context === 'iframe.resize') frame.height = data.height
    })`
  const server = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<!DOCTYPE html><html lang="en"><title>Other</title><script>${script}</script>${frames}</html>`),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: async () => void server.close() }
}

test.use({ expectedErrors: [/frame-ancestors|X-Frame-Options|chrome-error/] })

test('another site shows a post in a frame that tells its height and follows the theme', async ({
  page,
  baseURL,
}) => {
  const post = await seedPostByMember(null, { title: 'Shown elsewhere' })
  const site = baseURL ?? ''
  const embed = `${site}/embed/post/${post.id}`
  await using other = await serveOtherSite([embed, `${embed}?theme=dark`, site + post.path])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(other.url)
  const frame = page.frameLocator('iframe >> nth=0')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText(post.title)

  await test.step('the frame is as high as its content, also when that wraps', async () => {
    const box = page.locator('iframe').first()
    const heights = () =>
      Promise.all([
        box.evaluate((element) => element.clientHeight),
        frame.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height)),
      ])
    await expect.poll(async () => new Set(await heights()).size).toBe(1)
    const [before] = await heights()
    expect(before).toBeGreaterThan(40)
    await box.evaluate((element) => element.setAttribute('width', '160'))
    await expect.poll(async () => (await heights())[0]).toBeGreaterThan(before)
    await expect.poll(async () => new Set(await heights()).size).toBe(1)
    const origins = await page.evaluate(() =>
      Reflect.get(window, 'messages').map(({ origin }: { origin: string }) => origin),
    )
    expect(new Set(origins)).toEqual(new Set([site]))
  })

  await test.step('it is light or dark as the reader prefers, unless the site has chosen', async () => {
    const colorIn = (index: number) =>
      page
        .frameLocator(`iframe >> nth=${index}`)
        .locator('body')
        .evaluate((body) => getComputedStyle(body).backgroundColor)
    const [light, dark] = ['rgb(255, 255, 255)', 'rgb(27, 26, 23)']
    expect([await colorIn(0), await colorIn(1)]).toEqual([light, dark])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => colorIn(0)).toBe(dark)
  })

  await test.step('the page of the post itself is refused', async () => {
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
  })
})
