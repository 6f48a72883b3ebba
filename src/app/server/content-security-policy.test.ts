import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createContentSecurityPolicy } from './content-security-policy.ts'

const directives = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  )

test('allows connections to the site itself and the given origins only', () => {
  expect(directives(createContentSecurityPolicy([], []))['connect-src']).toBe("'self'")
  const named = createContentSecurityPolicy([], ['https://id.example', 'https://*.pictures.example'])
  expect(directives(named)).toMatchObject({
    'connect-src': "'self' https://id.example https://*.pictures.example",
    'img-src': "'self' data: blob:",
    'default-src': "'none'",
  })
})

test('allows inline scripts by hash', () => {
  const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  expect(directives(createContentSecurityPolicy(['a()', 'b()'], []))['script-src']).toBe(
    `'self' ${hash('a()')} ${hash('b()')}`,
  )
})
