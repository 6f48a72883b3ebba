/** The methods that one process offers to another. Each takes a single input. */
type Methods<Api> = { [Name in keyof Api]: (input: never) => unknown }

type Call = { call: number; method: string; input: unknown }
type Answer = { answerTo: number; output?: unknown; error?: string }

/** Another process with which this one exchanges messages; `Theirs` are the methods that it offers. */
export type Peer<Theirs extends Methods<Theirs>> = {
  /** Calls a method. Rejects if the method throws, or if the other process exits before responding. */
  call<Name extends keyof Theirs & string>(
    method: Name,
    input: Parameters<Theirs[Name]>[0],
  ): Promise<Awaited<ReturnType<Theirs[Name]>>>
  /** Calls a method without waiting for its result. */
  notify<Name extends keyof Theirs & string>(method: Name, input: Parameters<Theirs[Name]>[0]): void
  /** Handles a message that has arrived. Ignores messages in other formats. */
  receive(message: unknown): void
  /** Call this when the other process has exited. */
  close(): void
}

/** Calls methods over an IPC channel. Messages arrive in the order in which they were sent. */
export const createPeer = <Own extends Methods<Own>, Theirs extends Methods<Theirs>>(
  send: (message: object) => void,
  methods: Partial<Own>,
): Peer<Theirs> => {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let calls = 0
  let isClosed = false

  const answer = async ({ call, method, input }: Call) => {
    try {
      const run = methods[method as keyof Own] as ((input: unknown) => unknown) | undefined
      if (!run) throw new Error(`No method ${method}`)
      const output = await run(input)
      if (!isClosed) send({ answerTo: call, output })
    } catch (error) {
      if (!isClosed) send({ answerTo: call, error: (error as Error).message })
    }
  }

  const settle = ({ answerTo, output, error }: Answer) => {
    const waiting = pending.get(answerTo)
    pending.delete(answerTo)
    if (error === undefined) waiting?.resolve(output)
    else waiting?.reject(new Error(error))
  }

  const call = (method: string, input: unknown): Promise<unknown> => {
    if (isClosed) return Promise.reject(new Error('The other process has ended'))
    calls += 1
    const result = Promise.withResolvers<unknown>()
    pending.set(calls, result)
    send({ call: calls, method, input } satisfies Call)
    return result.promise
  }

  return {
    call: call as Peer<Theirs>['call'],
    notify: (method, input) => {
      call(method, input).catch(() => {})
    },
    receive: (message) => {
      if (typeof message !== 'object' || message === null) return
      if ('call' in message) void answer(message as Call)
      else if ('answerTo' in message) settle(message as Answer)
    },
    close: () => {
      isClosed = true
      for (const { reject } of pending.values()) reject(new Error('The other process has ended'))
      pending.clear()
    },
  }
}
