import { gzipSync } from 'node:zlib'

export type FirstVisit = { html: number; scripts: number; styles: number }

/**
 * Measures the gzip-compressed size of what a first visit to a page loads: the HTML, the scripts with their static imports,
 * and the styles.
 */
export const measureFirstVisit = async (origin: string, path = '/'): Promise<FirstVisit> => {
  const html = await (await fetch(origin + path)).text()
  const styles = [...html.matchAll(/href="([^"]+\.css)"/g)].map(([, url]) => url ?? '')
  const scripts = new Set<string>()
  const follow = async (url: string): Promise<void> => {
    if (scripts.has(url)) return
    scripts.add(url)
    const text = await (await fetch(origin + url)).text()
    // Follows static imports only, because `import()` loads on demand.
    for (const [, next] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      await follow(`/assets/${next}`)
  }
  for (const [, url] of html.matchAll(/(?:src|href)="([^"]+\.js)"/g)) await follow(url ?? '')
  const size = async (url: string) =>
    gzipSync(Buffer.from(await (await fetch(origin + url)).arrayBuffer()), { level: 9 }).length
  const sum = async (urls: Iterable<string>) =>
    (await Promise.all([...urls].map(size))).reduce((a, b) => a + b, 0)
  return { html: gzipSync(html, { level: 9 }).length, scripts: await sum(scripts), styles: await sum(styles) }
}
