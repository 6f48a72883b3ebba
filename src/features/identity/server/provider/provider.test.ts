import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { Browser, SignIn, signUp } from '#tests/support/browser.ts'
import { testDatabase } from '#tests/support/database.ts'

const database = await testDatabase()
const app = await testApp(database)

const PASSWORD = 'a long enough one'

describe('The embedded provider', () => {
  it('leads from the authorize address through sign-up and the code to a session of the site', async () => {
    const browser = new Browser(app)
    const step = new SignIn(browser)
    const form = await step.begin()
    expect(form.status).toBe(200)
    expect(form.body).toContain('Sign in')
    const done = await step.submit({ email: 'Ada@Example.org', password: PASSWORD, name: 'Ada L' }, 'sign-up')
    expect(done.url).toMatch(/^http:\/\/localhost:3000\/auth\/popup\?code=.+&state=state-of-the-tab/)
    const token = await step.token(done.location)
    expect(decodeJwt(token)).toMatchObject({
      iss: 'http://localhost:3000/identity',
      aud: 'prompt-collection',
      email: 'ada@example.org',
      email_verified: false,
      name: 'Ada L',
      nonce: 'nonce-of-the-tab',
    })
    const answer = await browser.json('POST', '/api/auth/local', { token })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      username: 'AdaL',
      email: 'ada@example.org',
      profileCompleted: false,
    })
    expect((await browser.json('GET', '/api/auth/me')).json().email).toBe('ada@example.org')
  })
})
