import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import puppeteer from 'puppeteer-core'
import { findFreePort } from '../../support/free-port.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** A page in an engine other than Chromium. All selectors are CSS selectors. */
export type EnginePage = {
  goto(url: string): Promise<void>
  /** Evaluates a JavaScript expression in the page. */
  evaluate(expression: string): Promise<unknown>
  click(selector: string): Promise<void>
  /** Clicks the element and then types into it. */
  type(selector: string, text: string): Promise<void>
  setCookie(name: string, value: string): Promise<void>
  close(): Promise<void>
}

/** A browser engine. `open` is null if the engine is not installed. */
export type BrowserEngine = { name: string; open: (() => Promise<EnginePage>) | null }

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((file) => existsSync(file))
const WEBKIT_DRIVER = ['/usr/bin/WebKitWebDriver'].find((file) => existsSync(file))
const MINI_BROWSER = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0]
const XVFB = ['/usr/bin/Xvfb'].find((file) => existsSync(file))

/** Opens a page in Firefox, which supports WebDriver BiDi without a separate driver. */
const openFirefox = async (executablePath: string): Promise<EnginePage> => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    // The viewport cannot be emulated in Firefox; its window has 1,366 by 768 pixels.
    defaultViewport: null,
  })
  const page = await browser.newPage()
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    setCookie: (name, value) =>
      browser.setCookie({ name, value, domain: 'localhost', path: '/', httpOnly: true }),
    close: () => browser.close(),
  }
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** Opens a page in WebKitGTK through its WebDriver, on a separate virtual screen. */
const openWebKit = async (driver: string, binary: string, xvfb: string): Promise<EnginePage> => {
  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise<string>((resolve) =>
    screen.stdio[3]?.once('data', (data: Buffer) => resolve(`:${data.toString().trim()}`)),
  )
  const port = await findFreePort()
  const server = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  })
  const stop = () => [server, screen].forEach((child: ChildProcess) => void child.kill())
  const request = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: Record<string, unknown> | null }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  try {
    await waitUntil(() =>
      request('GET', '/status').then(
        () => true,
        () => false,
      ),
    )
    const capabilities = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
    const created = await request('POST', '/session', { capabilities: { alwaysMatch: capabilities } })
    const session = `/session/${created?.sessionId}`
    const find = async (selector: string) => {
      const found = await request('POST', `${session}/element`, { using: 'css selector', value: selector })
      return `${session}/element/${found?.[ELEMENT]}`
    }
    const evaluate = (expression: string) =>
      request('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] })
    const click = async (selector: string) => {
      // The driver scrolls elements only to the edge of the window, where the header covers them.
      await evaluate(`document.querySelector('${selector}').scrollIntoView({ block: 'center' })`)
      await request('POST', `${await find(selector)}/click`, {})
    }
    return {
      goto: async (url) => void (await request('POST', `${session}/url`, { url })),
      evaluate,
      click,
      type: async (selector, text) => {
        await click(selector)
        await request('POST', `${await find(selector)}/value`, { text })
      },
      setCookie: async (name, value) =>
        void (await request('POST', `${session}/cookie`, {
          cookie: { name, value, domain: 'localhost', path: '/', httpOnly: true },
        })),
      close: async () => {
        await request('DELETE', session).finally(stop)
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}

export const browserEngines: readonly BrowserEngine[] = [
  { name: 'Firefox', open: FIREFOX ? () => openFirefox(FIREFOX) : null },
  {
    name: 'WebKit',
    open: WEBKIT_DRIVER && MINI_BROWSER && XVFB ? () => openWebKit(WEBKIT_DRIVER, MINI_BROWSER, XVFB) : null,
  },
]
