import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentPolicy } from './content-policy.ts'

const directives = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]))

test('the browser asks this site alone, and the hosts that were named', () => {
  expect(directives(contentPolicy('', []))['connect-src']).toBe("'self'")
  const named = contentPolicy('', ['https://id.example', 'https://*.pictures.example'])
  expect(directives(named)).toMatchObject({
    'connect-src': "'self' https://id.example https://*.pictures.example",
    'img-src': "'self' data: blob:",
    'default-src': "'none'",
  })
})

test('inline scripts run by their hashes, each once, and no others; data needs none', () => {
  const html =
    '<script>a()</script><script src="/x.js"></script><script type="module">b()</script><script>a()</script>' +
    '<script type="application/json" id="x">{}</script><script type="application/ld+json">{}</script>'
  const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  expect(directives(contentPolicy(html, []))['script-src']).toBe(`'self' ${hash('a()')} ${hash('b()')}`)
})
