import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { CurrentUser } from '#core/current-user.ts'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { Optimizer } from './Optimizer.tsx'

const result = { id: 4, optimizedPrompt: 'Write a haiku about rain', type: null, models: [] }

/** Creates a stubbed optimizer response stream to which the test writes events one at a time. */
const stubStream = () => {
  let events = new TransformStream<Uint8Array, Uint8Array>()
  const requests: unknown[] = []
  let signal: AbortSignal | null | undefined
  vi.spyOn(window, 'fetch').mockImplementation(async (_url, init) => {
    requests.push(JSON.parse(String(init?.body)))
    signal = init?.signal
    events = new TransformStream()
    return new Response(events.readable)
  })
  const write = async (text: string, isLast = false) => {
    const writer = events.writable.getWriter()
    void writer.write(new TextEncoder().encode(text))
    if (isLast) void writer.close()
    writer.releaseLock()
  }
  return {
    requests,
    isAborted: () => signal?.aborted,
    send: (name: string, data: unknown) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => write('', true),
  }
}

const setUp = async (user: CurrentUser | null = buildMember(), api: FakeApi = {}) => {
  const stream = stubStream()
  const rendered = await renderComponent(<Optimizer />, {
    user,
    api: {
      'GET /api/optimizer': () => ({ body: { isBuiltIn: true } }),
      'GET /api/user/optimizations': () => ({ body: [] }),
      'POST /api/user/increment-optimized': () => ({ body: { optimized: 1 } }),
      ...api,
    },
  })
  const { screen } = rendered
  return {
    ...rendered,
    stream,
    prompt: screen.getByRole('textbox', { name: 'Your prompt' }),
    submit: screen.getByRole('button', { name: 'Optimize Prompt' }),
    text: screen.getByRole('group', { name: 'Optimized prompt' }),
  }
}

describe('The optimizer', () => {
  it('shows the text as it arrives, announces the end, and copies the result', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { screen, stream, prompt, text } = await setUp()
    await prompt.fill('haiku')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(text).toHaveAttribute('aria-busy', 'true')
    await stream.send('delta', 'Write ')
    await expect.element(text).toHaveTextContent('Write')
    await stream.send('delta', 'a <b>haiku</b>')
    await expect.element(text).toHaveTextContent('Write a <b>haiku</b>')
    await stream.send('result', result)
    await expect.element(screen.getByText('Your optimized prompt is ready')).toBeInTheDocument()
    await expect.element(text).toHaveTextContent(result.optimizedPrompt)
    await screen.getByRole('button', { name: 'Copy prompt' }).click()
    await expect.poll(() => write.mock.lastCall).toEqual([result.optimizedPrompt])
    expect(stream.requests).toEqual([{ prompt: 'haiku', type: null, models: [] }])
  })

  it('shows what had arrived before a failure, and tries again with the same prompt', async () => {
    const { screen, stream, prompt, submit, text } = await setUp()
    await prompt.fill('haiku')
    await submit.click()
    await expect.element(text).toBeVisible()
    await stream.send('delta', 'Write a')
    await stream.send('failure', { status: 503, message: 'The AI service is busy' })
    const partial = screen.getByRole('group', { name: 'Incomplete result' })
    await expect.element(partial).toHaveTextContent('Write a')
    await expect.element(screen.getByText('The AI service is busy').first()).toBeVisible()
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(partial).not.toBeInTheDocument()
    await stream.send('result', result)
    await expect.element(text).toHaveTextContent(result.optimizedPrompt)
    expect(stream.requests).toHaveLength(2)
  })

  it('says that the connection was lost if the response ends early', async () => {
    const { screen, stream, prompt, submit, text } = await setUp()
    await prompt.fill('haiku')
    await submit.click()
    await expect.element(text).toBeVisible()
    await stream.end()
    await expect.element(screen.getByText('The connection was lost. Please try again.').first()).toBeVisible()
  })

  it.each(['', '<h1>Bad gateway</h1>'])(
    'says what to do if a failed response has the body "%s"',
    async (body) => {
      const { screen, prompt, submit } = await setUp()
      vi.spyOn(window, 'fetch').mockResolvedValue(new Response(body, { status: 500 }))
      await prompt.fill('haiku')
      await submit.click()
      await expect.element(screen.getByText('Optimization failed', { exact: true })).toBeVisible()
      await expect.element(screen.getByText('Please try again.', { exact: true }).first()).toBeVisible()
    },
  )

  it('can be cancelled', async () => {
    const { screen, stream, prompt, submit, text } = await setUp()
    await prompt.fill('haiku')
    await submit.click()
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(text).not.toBeInTheDocument()
    await expect.element(screen.getByText('Cancelled')).toBeInTheDocument()
    expect(stream.isAborted()).toBe(true)
    await expect.element(submit).toBeEnabled()
  })

  it('needs a prompt within the limit', async () => {
    const { screen, stream, prompt, submit } = await setUp()
    await submit.click()
    await expect.element(screen.getByText('Prompt is required')).toBeVisible()
    await prompt.fill('x'.repeat(5_001))
    await expect.element(screen.getByText('Prompt is required')).not.toBeInTheDocument()
    await submit.click()
    await expect.element(screen.getByText('Prompt must be at most 5000 characters')).toBeVisible()
    expect(stream.requests).toEqual([])
  })

  it('refines a result with an instruction', async () => {
    const { screen, stream, prompt, submit, text } = await setUp()
    await prompt.fill('haiku')
    await submit.click()
    await expect.element(text).toBeVisible()
    await stream.send('result', result)
    await screen.getByRole('textbox', { name: 'What would you like to change?' }).fill('Shorter')
    await screen.getByRole('button', { name: 'Refine' }).click()
    await expect
      .poll(() => stream.requests.at(-1))
      .toMatchObject({ prompt: 'haiku', refine: { logId: 4, instruction: 'Shorter' } })
  })

  it('asks a visitor to sign in, and keeps the prompt', async () => {
    const { stream, prompt, submit, signInRequest } = await setUp(null)
    await prompt.fill('haiku')
    await submit.click()
    expect(signInRequest()).toEqual({
      reason: 'optimize',
      action: { kind: 'optimize', prompt: 'haiku', models: [] },
    })
    await expect.element(prompt).toHaveValue('haiku')
    expect(stream.requests).toEqual([])
  })
})
