/** Server-sent events as they arrive: their names, and their data read as JSON. Throws where the connection breaks. */
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
