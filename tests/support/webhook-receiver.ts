import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type ReceivedMessage = { headers: Record<string, string>; body: string }

export type WebhookReceiver = {
  url: string
  received: ReceivedMessage[]
  /** How it answers after it has read a message: with a status, or as it likes. */
  answer: number | ((response: ServerResponse, request: IncomingMessage) => void)
}

/** Starts a server on this machine that receives the messages of webhooks. */
export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    receiver.received.push({ headers: request.headers as Record<string, string>, body })
    const { answer } = receiver
    if (typeof answer === 'number') response.writeHead(answer).end()
    else answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: 204,
  }
  return receiver
}
