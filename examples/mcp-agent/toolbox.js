// Owns the connection to the MCP server: its tools by name, and results as plain objects.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** @typedef {Awaited<ReturnType<typeof connect>>} Toolbox */

/**
 * No account is needed. With an OAuth access token, results include market prices that are otherwise masked.
 * @param {string} url @param {string} [accessToken]
 */
export async function connect(url, accessToken) {
  const client = new Client({ name: 'freehold-example-mcp-agent', version: '0.1.0' })
  const headers = accessToken ? { authorization: `Bearer ${accessToken}` } : {}
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })).catch((cause) => {
    throw new Error(`Cannot connect to ${url}: ${cause.message}`, { cause })
  })
  const { tools } = await client.listTools()
  return {
    /** With their descriptions and schemas, as model APIs expect them. */
    tools,
    names: tools.map(({ name }) => name),

    /** @param {string} name @param {Record<string, unknown>} input @returns {Promise<unknown>} */
    async call(name, input) {
      const result = await client.callTool({ name, arguments: input })
      if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`)
      return result.structuredContent
    },

    close: () => client.close(),
  }
}
