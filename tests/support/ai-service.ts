import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

type Message = { role: string; content: string }
export type AiServiceRequest = {
  messages: Message[]
  body: Record<string, unknown>
  headers: IncomingMessage['headers']
}

/** How the service responds to a request. If `text` is not set, the service echoes the prompt. */
export type AiServiceBehaviour =
  | {
      does: 'answers'
      text?: string
      pieces?: number
      everyMs?: number
      finish?: string | null
      /** The service answers once this has settled. */
      after?: Promise<void>
    }
  | { does: 'cuts off'; after?: number }
  | { does: 'refuses'; status: number; retryAfter?: number; body?: string }
  | { does: 'hangs' }
  | { does: 'html' }
  | { does: 'megabyte' }
  | { does: 'megabyte line' }
  | { does: 'redirects'; to: string }

/** Starts a fake of OpenAI's chat completions API, which echoes prompts by default and fails on demand. */
export const startAiService = async () => {
  const requests: AiServiceRequest[] = []
  const state = {
    next: [] as AiServiceBehaviour[],
    always: { does: 'answers' } as AiServiceBehaviour,
    /** The number of requests whose connection the site closed before the response was complete. */
    aborted: 0,
    running: 0,
    maxConcurrent: 0,
  }
  const server = createServer(async (request, response) => {
    let raw = ''
    for await (const part of request) raw += part
    const body = JSON.parse(raw || '{}') as { messages?: Message[] }
    requests.push({ messages: body.messages ?? [], body, headers: request.headers })
    state.running += 1
    state.maxConcurrent = Math.max(state.maxConcurrent, state.running)
    response.once('close', () => {
      state.running -= 1
      if (!response.writableFinished) state.aborted += 1
    })
    await behave(state.next.shift() ?? state.always, body.messages ?? [], response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const env = {
    OPTIMIZER_BASE_URL: url,
    OPTIMIZER_API_KEY: 'sk-known-to-the-server-alone',
    OPTIMIZER_MODEL: 'model-1',
  }
  return Object.assign(state, { url, env, requests, stop })
}

export type AiService = Awaited<ReturnType<typeof startAiService>>

const behave = async (behaviour: AiServiceBehaviour, messages: Message[], response: ServerResponse) => {
  switch (behaviour.does) {
    case 'answers': {
      const { text = `Better: ${dataIn(messages)}`, pieces = 3, everyMs = 0, finish = 'stop' } = behaviour
      await behaviour.after
      return write(response, cut(text, pieces), everyMs, finish)
    }
    case 'cuts off':
      for (const piece of Array.from({ length: behaviour.after ?? 3 }, (_, at) => `piece ${at} `))
        send(response, piece)
      await delay(60)
      response.destroy()
      return
    case 'refuses':
      if (behaviour.retryAfter !== undefined) response.setHeader('retry-after', behaviour.retryAfter)
      response.writeHead(behaviour.status, { 'content-type': 'application/json' })
      response.end(behaviour.body ?? JSON.stringify({ error: { message: 'Incorrect API key sk-known' } }))
      return
    case 'hangs':
      return
    case 'html':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><body><h1>Welcome</h1></body></html>')
      return
    case 'megabyte':
      return write(
        response,
        Array.from({ length: 100 }, () => 'x'.repeat(10_000)),
        0,
        'stop',
      )
    case 'megabyte line':
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let sent = 0; sent < 20 && !response.destroyed; sent += 1) response.write('y'.repeat(1_000_000))
      response.end()
      return
    case 'redirects':
      response.writeHead(307, { location: behaviour.to }).end()
  }
}

const write = async (response: ServerResponse, pieces: string[], everyMs: number, finish: string | null) => {
  for (const piece of pieces) {
    if (response.destroyed) return
    send(response, piece)
    if (everyMs) await delay(everyMs)
  }
  chunk(response, { index: 0, delta: {}, finish_reason: finish })
  response.end('data: [DONE]\n\n')
}

const send = (response: ServerResponse, content: string) =>
  chunk(response, { index: 0, delta: { content }, finish_reason: null })

const chunk = (response: ServerResponse, choice: object) => {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'model-1', choices: [choice] }
  response.write(`data: ${JSON.stringify(event)}\n\n`)
}

const cut = (text: string, pieces: number): string[] => {
  const size = Math.max(1, Math.ceil(text.length / pieces))
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  )
}

/** Extracts the prompt between its delimiters or, for a refinement, the current text and the instruction. */
const dataIn = (messages: Message[]): string => {
  const sent = messages.find(({ role }) => role === 'user')?.content ?? ''
  const block = (name: string) =>
    new RegExp(`<<<${name} \\w+>>>\\n([\\s\\S]*)\\n<<<END ${name} \\w+>>>`).exec(sent)?.[1]
  return block('PROMPT') ?? `${block('CURRENT')} (${block('WISH')})`
}
