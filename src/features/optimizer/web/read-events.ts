/** Parses server-sent events as they arrive, with their data as JSON. Throws if the connection breaks. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ name: string; data: unknown }> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    while (true) {
      const { value, done } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(event) ?? []
        if (name && data) yield { name, data: JSON.parse(data) as unknown }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
