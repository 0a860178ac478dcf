// The tools, resources and prompts that the conformance suite asks for, to be served by the transport of the service.
import { createMcpHandler, fromJsonSchema, McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { withSharedServer } from '../src/agents/shared-server.ts'

const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const AUDIO = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const NOTHING = fromJsonSchema<Record<string, never>>({ type: 'object', properties: {} } as never)
const text = (value: string) => ({ type: 'text' as const, text: value })
const image = { type: 'image' as const, data: IMAGE, mimeType: 'image/png' }
const resource = (uri: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: 'This is an embedded resource content.' },
})
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function addTools(server: McpServer): void {
  const add = (name: string, content: unknown[], isError = false) =>
    server.registerTool(name, { description: name, inputSchema: NOTHING }, () => ({ content, isError }) as never)
  add('test_simple_text', [text('This is a simple text response for testing.')])
  add('test_image_content', [image])
  add('test_audio_content', [{ type: 'audio', data: AUDIO, mimeType: 'audio/wav' }])
  add('test_embedded_resource', [resource('test://embedded-resource')])
  add('test_multiple_content_types', [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource'),
  ])
  add('test_error_handling', [text('This tool intentionally returns an error for testing')], true)
  server.registerTool(
    'test_tool_with_progress',
    { description: 'progress', inputSchema: NOTHING },
    async (_, context) => {
      const progressToken = context.mcpReq._meta?.progressToken
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined)
          await context.mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 100 },
          })
        await wait(20)
      }
      return { content: [text('done')] }
    },
  )
  server.registerTool(
    'test_tool_with_logging',
    { description: 'logging', inputSchema: NOTHING },
    async (_, context) => {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await context.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } })
        await wait(20)
      }
      return { content: [text('done')] }
    },
  )
  server.registerTool(
    'json_schema_2020_12_tool',
    {
      description: 'A tool with JSON Schema 2020-12 keywords',
      inputSchema: fromJsonSchema<Record<string, unknown>>({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
        properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
        additionalProperties: false,
      } as never),
    },
    () => ({ content: [text('ok')] }),
  )
}

function addResources(server: McpServer): void {
  server.registerResource('static-text', 'test://static-text', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }))
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'image/png', blob: IMAGE }],
  }))
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  )
}

function addPrompts(server: McpServer): void {
  const say = (content: unknown) => ({ messages: [{ role: 'user', content }] }) as never
  const Strings = (...names: string[]) =>
    fromJsonSchema<Record<string, string>>({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      required: names,
    } as never)
  server.registerPrompt('test_simple_prompt', { description: 'simple' }, () =>
    say(text('This is a simple prompt for testing.')),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'arguments', argsSchema: Strings('arg1', 'arg2') },
    ({ arg1, arg2 }) => say(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'resource', argsSchema: Strings('resourceUri') },
    ({ resourceUri }) => say(resource(resourceUri ?? '')),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'image' }, () => say(image))
}

function createServer(): McpServer {
  const server = new McpServer({ name: 'fixture', version: '1' }, { capabilities: { logging: {} } })
  addTools(server)
  addResources(server)
  addPrompts(server)
  return server
}

export const createFixtureHandler = () => withSharedServer(createMcpHandler(createServer), createServer)
