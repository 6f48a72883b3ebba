import { gzipSync } from 'node:zlib'

export type Bytes = { html: number; scripts: number; styles: number }

/**
 * Measures what a first visit to the home page loads, gzip-compressed: HTML, scripts with static imports, and
 * styles.
 */
export const firstVisit = async (origin: string): Promise<Bytes> => {
  const html = await (await fetch(origin)).text()
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
