import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  fromJsonSchema,
  type InputRequest,
  inputRequired,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { CAPABILITIES } from '#app/server/mcp/create-server.ts'

/** A red pixel, and a sound without samples. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

const text = (value: string) => ({ type: 'text' as const, text: value })
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const resource = (uri: string, mimeType: string, value: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: value },
})

/** Asks the program's user for one value. */
const ask = (name: string) =>
  inputRequired.elicit({
    message: `Enter ${name}`,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  })

/** Asks the program's model for a text. */
const sample = (question: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(question) }], maxTokens: 100 })

/** Returns what the user has entered, or undefined until then. */
const readAnswer = ({ mcpReq }: ServerContext, key: string): Record<string, unknown> | undefined =>
  acceptedContent<Record<string, unknown>>(mcpReq.inputResponses, key)

const stateCodec = createRequestStateCodec<{ round: number }>({
  key: crypto.getRandomValues(new Uint8Array(32)),
})
const mintState = (round = 0) => stateCodec.mint({ round })

/**
 * Creates a server with the tools, resources and prompts that the scenarios of the protocol's conformance suite call
 * (`list --server` names the scenarios, and each describes what it needs). It offers what the site's server offers, and
 * logs. Sampling, elicitation and subscriptions of the revisions of 2025 need a session, so they are missing.
 */
export const createFixtureServer = (): McpServer => {
  const server = new McpServer(
    { name: 'conformance-fixtures', version: '1.0.0' },
    { capabilities: { ...CAPABILITIES, logging: {} }, requestState: { verify: stateCodec.verify } },
  )
  addContentTools(server)
  addNotifyingTools(server)
  addSchemaTools(server)
  addAskingTools(server)
  addResources(server)
  addPrompts(server)
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park'], total: 2, hasMore: false },
  }))
  return server
}

const addContentTools = (server: McpServer): void => {
  const contents = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [{ type: 'audio' as const, data: WAV, mimeType: 'audio/wav' }],
    test_embedded_resource: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
    test_streaming_elicitation: [text('The stream has no requests.')],
  }
  for (const [name, content] of Object.entries(contents))
    server.registerTool(name, { description: 'Returns fixed content' }, () => ({ content }))
  server.registerTool('test_error_handling', { description: 'Fails' }, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
}

const addNotifyingTools = (server: McpServer): void => {
  const input = { inputSchema: z.object({}) }
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs while it runs', ...input },
    async (_, { mcpReq }) => {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed'])
        await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } })
      return { content: [text('Logged')] }
    },
  )
  server.registerTool(
    'test_logging_tool',
    { description: 'Logs if the request wants it', ...input },
    async (_, { mcpReq }) => {
      await mcpReq.log('info', 'The tool has run')
      return { content: [text('Logged')] }
    },
  )
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports its progress', ...input },
    async (_, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken
      for (const progress of progressToken === undefined ? [] : [0, 50, 100])
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken: progressToken ?? '', progress, total: 100 },
        })
      return { content: [text('Done')] }
    },
  )
}

const addSchemaTools = (server: McpServer): void => {
  const region = { type: 'string' as const, 'x-mcp-header': 'Region' }
  server.registerTool(
    'test_x_mcp_header',
    {
      description: 'Has an argument that is also a header',
      inputSchema: fromJsonSchema<{ region?: string; level?: number }>({
        type: 'object',
        properties: { region, level: { type: 'integer' } },
      }),
    },
    ({ region: value = 'none' }) => ({ content: [text(`Region: ${value}`)] }),
  )
  server.registerTool(
    'json_schema_2020_12_tool',
    {
      description: 'Has a schema with keywords of JSON Schema 2020-12',
      inputSchema: fromJsonSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: {
          address: {
            $anchor: 'addressDef',
            type: 'object',
            properties: { street: { type: 'string' }, city: { type: 'string' } },
          },
        },
        properties: {
          name: { type: 'string' },
          address: { $ref: '#/$defs/address' },
          contactMethod: { type: 'string', enum: ['phone', 'email'] },
          phone: { type: 'string' },
          email: { type: 'string' },
        },
        allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
        if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
        // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
        then: { required: ['phone'] },
        else: { required: ['email'] },
        additionalProperties: false,
      }),
    },
    (values) => ({ content: [text(JSON.stringify(values))] }),
  )
}

/** Adds the tools that need something from the program or its user, and get it by a second request. */
const addAskingTools = (server: McpServer): void => {
  const input = { description: 'Needs an answer', inputSchema: z.object({}) }
  server.registerTool('test_missing_capability', input, (_, { mcpReq }) =>
    mcpReq.inputResponses?.answer
      ? { content: [text('Answered')] }
      : inputRequired({ inputRequests: { answer: sample('Reply with one word') } }),
  )
  server.registerTool('test_input_required_result_elicitation', input, (_, context) => {
    const name = readAnswer(context, 'user_name')?.name
    return typeof name === 'string'
      ? { content: [text(`Hello, ${name}!`)] }
      : inputRequired({ inputRequests: { user_name: ask('name') } })
  })
  server.registerTool('test_input_required_result_sampling', input, (_, { mcpReq }) => {
    const answer = mcpReq.inputResponses?.capital_question
    return answer
      ? { content: [text(JSON.stringify(answer))] }
      : inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } })
  })
  server.registerTool('test_input_required_result_list_roots', input, (_, { mcpReq }) => {
    const roots = mcpReq.inputResponses?.client_roots
    return roots
      ? { content: [text(JSON.stringify(roots))] }
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  })
  for (const name of ['request_state', 'tampered_state'])
    server.registerTool(`test_input_required_result_${name}`, input, async (_, context) =>
      readAnswer(context, 'confirm') && context.mcpReq.requestState()
        ? { content: [text('state-ok')] }
        : inputRequired({
            inputRequests: { confirm: ask('ok') },
            requestState: await mintState(),
          }),
    )
  server.registerTool('test_input_required_result_multiple_inputs', input, async (_, { mcpReq }) => {
    const { user_name, greeting, client_roots } = mcpReq.inputResponses ?? {}
    return user_name && greeting && client_roots
      ? { content: [text(JSON.stringify({ user_name, greeting, client_roots }))] }
      : inputRequired({
          inputRequests: {
            user_name: ask('name'),
            greeting: sample('Generate a greeting'),
            client_roots: inputRequired.listRoots(),
          },
          requestState: await mintState(),
        })
  })
  server.registerTool('test_input_required_result_multi_round', input, async (_, { mcpReq }) => {
    const { round } = mcpReq.requestState<{ round: number }>() ?? { round: 0 }
    if (round === 2) return { content: [text('Both rounds are complete')] }
    return inputRequired({
      inputRequests: round === 0 ? { step1: ask('name') } : { step2: ask('color') },
      requestState: await mintState(round + 1),
    })
  })
  server.registerTool('test_input_required_result_capabilities', input, (_, { mcpReq }) => {
    if (mcpReq.inputResponses) return { content: [text('Answered')] }
    const envelope: Record<string, ClientCapabilities> = mcpReq.envelope ?? {}
    const offered = envelope[CLIENT_CAPABILITIES_META_KEY]
    const inputRequests: Record<string, InputRequest> = {
      ...(offered?.elicitation && { user_name: ask('name') }),
      ...(offered?.sampling && { greeting: sample('Generate a greeting') }),
      ...(offered?.roots && { client_roots: inputRequired.listRoots() }),
    }
    return inputRequired({ inputRequests })
  })
}

const addResources = (server: McpServer): void => {
  const add = (uri: string, mimeType: string, content: { text: string } | { blob: string }) =>
    server.registerResource(uri, uri, { description: 'Fixed content', mimeType }, () => ({
      contents: [{ uri, mimeType, ...content }],
    }))
  add('test://static-text', 'text/plain', { text: 'This is the content of the static text resource.' })
  add('test://static-binary', 'image/png', { blob: PNG })
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Content by an id', mimeType: 'application/json' },
    ({ href: uri }, { id }) => ({
      contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id }) }],
    }),
  )
}

const addPrompts = (server: McpServer): void => {
  type Content = ReturnType<typeof text> | ReturnType<typeof resource> | typeof image
  const messages = (...contents: Content[]) => ({
    messages: contents.map((content) => ({ role: 'user' as const, content })),
  })
  server.registerPrompt('test_simple_prompt', { description: 'Has no arguments' }, () =>
    messages(text('This is a simple prompt for testing.')),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'Has two arguments',
      argsSchema: z.object({ arg1: z.string().describe('First'), arg2: z.string().describe('Second') }),
    },
    ({ arg1, arg2 }) => messages(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    {
      description: 'Contains a resource',
      argsSchema: z.object({ resourceUri: z.string().describe('The URI of the resource') }),
    },
    ({ resourceUri }) =>
      messages(
        resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'Contains an image' }, () =>
    messages(image, text('Please analyze the image above.')),
  )
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Needs an answer' },
    (context) => {
      const answer = readAnswer(context, 'user_context')?.context
      return typeof answer === 'string'
        ? messages(text(`Use the following context: ${answer}`))
        : inputRequired({ inputRequests: { user_context: ask('context') } })
    },
  )
}
