import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  type StoredOAuthClientInformation,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { signIn } from './support/members.ts'
import { expect, test } from './support/test.ts'

/** A program on this machine: it receives the answer of the site at an address of its own. */
const startProgram = async () => {
  let receive = (_: URLSearchParams) => {}
  const answer = new Promise<URLSearchParams>((resolve) => {
    receive = resolve
  })
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    response.setHeader('content-type', 'text/html')
    response.end('<title>Program</title><link rel="icon" href="data:,"><p>You can close this page.</p>')
    if (pathname === '/callback') receive(searchParams)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const stored: {
    client?: StoredOAuthClientInformation
    tokens?: OAuthTokens
    verifier: string
    discovery?: OAuthDiscoveryState
    url: URL | null
  } = { verifier: '', url: null }
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Test agent', redirect_uris: [redirectUrl] },
    clientInformation: () => stored.client,
    saveClientInformation: (client) => {
      stored.client = client
    },
    tokens: () => stored.tokens,
    saveTokens: (tokens) => {
      stored.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      stored.url = url
    },
    saveCodeVerifier: (verifier) => {
      stored.verifier = verifier
    },
    codeVerifier: () => stored.verifier,
    saveDiscoveryState: (state) => {
      stored.discovery = state
    },
    discoveryState: () => stored.discovery,
  }
  return { provider, stored, answer, stop: () => server.close() }
}

const call = async (
  client: Client,
  name: string,
  values: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: values })
  const [first] = content
  if (isError) return { isError, text: first && 'text' in first ? first.text : '' }
  return structuredContent as Record<string, unknown>
}

test('an agent finds the site, connects in the browser, and works until it is disconnected', async ({
  page,
  context,
}) => {
  const program = await startProgram()
  await signIn(context)
  const url = new URL('/mcp', process.env.SITE_URL)
  const createTransport = () => new StreamableHTTPClientTransport(url, { authProvider: program.provider })
  const connect = async () => {
    const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(createTransport())
    return client
  }
  const fields = { title: 'Agent prompt', description: 'By an agent', prompt: 'Write about ${topic}' }

  await test.step('reads as a visitor, and is told to sign in for more', async () => {
    const client = await connect()
    expect((await client.listTools()).tools.length).toBeGreaterThan(5)
    await expect(call(client, 'save_prompt', fields)).rejects.toBeInstanceOf(UnauthorizedError)
    expect(program.stored.url?.searchParams.get('scope')).toBe('read private write')
    await client.close()
  })

  await test.step('asks the member, who allows it', async () => {
    await page.goto(String(program.stored.url))
    await expect(page.getByRole('heading', { name: 'Let “Test agent” use the site as you?' })).toBeVisible()
    await expect(page.getByText('any program can pretend to be this one')).toBeVisible()
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByText('You can close this page.')).toBeVisible()
    const transport = createTransport()
    await transport.finishAuth(await program.answer)
    expect(program.stored.tokens?.refresh_token).toBeTruthy()
  })

  const client = await connect()
  await test.step('saves, fills in and changes a prompt, and notices a conflict', async () => {
    const saved = await call(client, 'save_prompt', fields)
    const { id } = saved
    expect(await call(client, 'fill_prompt', { id, values: { topic: 'rain' } })).toMatchObject({
      text: 'Write about rain',
    })
    expect((await client.listPrompts()).prompts[0]).toMatchObject({ title: 'Agent prompt' })
    const change = (prompt: string) => call(client, 'update_prompt', { id, revision: 1, prompt })
    expect(await change('Second text')).toMatchObject({ revision: 2 })
    expect(await change('Third text')).toMatchObject({ isError: true })
    expect(await call(client, 'search_prompts', { query: 'prompt' })).toHaveProperty('prompts')
  })

  await test.step('is disconnected in the settings', async () => {
    await page.goto('/settings')
    await expect(page.getByText('Test agent')).toBeVisible()
    await page.getByRole('button', { name: 'Disconnect Test agent' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByText('No program is connected.')).toBeVisible()
    await expect(call(client, 'search_prompts', { query: 'prompt' })).rejects.toThrow()
  })
  await client.close()
  program.stop()
})
