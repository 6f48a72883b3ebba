import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { SignInFlow, TestClient } from '#tests/support/browser.ts'
import { timeFastest } from '#tests/support/compare-times.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { ratePassword } from './password-rules.ts'

const app = await buildTestApp(await createTestDatabase())
const owner = { email: 'bertrand99@example.org', name: 'Bertrand Russell', siteName: 'Prompt Collection' }
const check = (password: string) => ratePassword(password, owner)

describe('A new password', () => {
  it.each([
    'Password1!',
    'P@ssw0rd2024',
    'letmein12345',
    'Summer2025!!',
    '$unshine2024',
    'Qwerty123!@',
    'iloveyou2!!!',
    'passwordpassword',
    '1qaz2wsx3edc',
    'qwertyuiop',
    '0123456789',
    'aaaaaaaaaaaa',
    'abcdefghij',
    'Dragon12345',
    'Welcome@2024',
    'Admin@12345',
    'M0nkey!2023',
    'trustno1trustno1',
    'football2024!',
    '123Charlie456',
    'bertrand99!',
    'Prompt Collection1',
    'bertrand99@example.org',
    'Russell2024!',
  ])('is rejected as too easy to guess if it is %s', async (password) => {
    expect((await check(password)).fault).toMatch(/^This password is too easy to guess[.:] [A-Z a-z]+/)
  })

  it.each([
    'a long enough one',
    'plums in the icebox',
    'x7Gp2qLm9z',
    'blaue Wolken am Abend',
    'correct horse battery',
  ])('can be %s', async (password) => {
    const { score, fault } = await check(password)
    expect([score >= 3, fault]).toEqual([true, null])
  })

  it('is checked in a time of the same order, even in the worst case', async () => {
    const usual = await timeFastest(() =>
      check('The quick brown fox jumps over the lazy dog. '.repeat(5).slice(0, 200)),
    )
    for (const part of ['4@8({[<3€69!1|0$5+7%2', 'aA1!', '@$$€€', 'pa55w0rd!1|']) {
      const { ms } = await timeFastest(() => check(part.repeat(60).slice(0, 200)))
      expect(ms, part).toBeLessThan(20 * usual.ms)
    }
  })
})

describe('The sign-up page', () => {
  it('explains the rejection in the form itself and allows only built scripts', async () => {
    const browser = new TestClient(app)
    const flow = new SignInFlow(browser)
    const { url } = await flow.begin()
    const page = await browser.send(`${url}/sign-up`)
    const policy = page.headers['content-security-policy'] ?? ''
    expect(policy).toContain('script-src http://localhost:3000/assets/; ')
    expect(policy).toContain('connect-src http://localhost:3000/api/password-strength; ')
    expect([...page.body.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script type="module" src="/assets/password-meter.js">',
    ])
    const rejected = await browser.send(`${url}/sign-up`, {
      form: { email: 'new@example.org', name: '', password: 'P@ssw0rd2024' },
    })
    expect([
      rejected.status,
      rejected.body.includes('It is similar to one of the most common passwords.'),
    ]).toEqual([400, true])
  })

  it('uses a rate-limited API endpoint', async () => {
    const payload = { password: 'Password1!', email: 'a@b.co', name: '' }
    const check = (site = app) => site.inject({ method: 'POST', url: '/api/password-strength', payload })
    expect((await check()).json()).toEqual({
      score: 1,
      fault: 'This password is too easy to guess. It is similar to one of the most common passwords.',
    })
    const limited = await buildTestApp(await createTestDatabase(), { RATE_LIMIT_SCALE: '0.01' })
    expect([(await check(limited)).statusCode, (await check(limited)).statusCode]).toEqual([200, 429])
  })
})
