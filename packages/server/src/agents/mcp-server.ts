// The tools as a server of the Model Context Protocol: what the protocol's own library needs to know of them.
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import type { TSchema } from 'typebox'
import type { Deps } from '../deps.ts'
import { asApiError } from '../http/error-handler.ts'
import { limitByAddress } from '../http/rate-limit.ts'
import { ApiError } from '../kernel/errors.ts'
import { type Asker, callTool, describeTool, TOOLS } from './tools.ts'

/** Plain JSON Schema: TypeBox hangs hidden members on its own. */
const plain = (schema: TSchema) => fromJsonSchema<unknown>(JSON.parse(JSON.stringify(schema)))
const SCHEMAS = [...TOOLS.values()].map((tool) => ({
  tool,
  input: plain(tool.params),
  output: plain(tool.route.response),
}))

function serverFor(asker: Asker): McpServer {
  const server = new McpServer(
    { name: 'freehold', title: 'Freehold domain marketplace', version: asker.deps.config.version },
    {
      // The list is fixed while the process runs, so no client needs to wait for changes.
      capabilities: { tools: { listChanged: false } },
      instructions:
        'Check whether domain names are available, what they cost and who registered them. Prices are in cents.',
    },
  )
  for (const { tool, input, output } of SCHEMAS)
    server.registerTool(
      tool.name,
      {
        title: tool.route.summary,
        description: describeTool(tool),
        inputSchema: input,
        outputSchema: output,
        annotations: { readOnlyHint: true, openWorldHint: true },
      },
      async (params) => {
        try {
          // The request itself was counted as a public read; a tool with a limit of its own counts against that one, too.
          const { limit = 'public_reads' } = tool.route
          if (limit !== 'public_reads' && limit !== 'by-operation')
            await limitByAddress(asker.deps, limit, asker.caller.address)
          const response = (await callTool(tool, params, asker)) as Record<string, unknown>
          return { content: [{ type: 'text', text: JSON.stringify(response) }], structuredContent: response }
        } catch (thrown) {
          const known = asApiError(thrown)
          if (!known) asker.deps.log.error({ err: thrown, request_id: asker.requestId }, 'MCP tool failed')
          const { code, message } = known ?? new ApiError('internal_error')
          return { content: [{ type: 'text', text: `${code}: ${message}` }], isError: true }
        }
      },
    )
  return server
}

/** It is stateless: whoever asks travels with the request. */
export const createHandler = (deps: Deps) =>
  createMcpHandler((context) => serverFor(context.authInfo?.extra?.asker as Asker), {
    onerror: (error) => deps.log.debug({ err: error }, 'mcp'),
  })
