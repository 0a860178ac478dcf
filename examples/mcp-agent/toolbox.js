// Owns the connection to the MCP server: its tools by name, and answers as plain objects.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** @typedef {Awaited<ReturnType<typeof connect>>} Toolbox */

/**
 * No account is needed. With an access token of the OAuth flow, market prices are unmasked in every answer.
 * @param {string} address @param {string} [accessToken]
 */
export async function connect(address, accessToken) {
  const client = new Client({ name: 'freehold-example-mcp-agent', version: '0.1.0' })
  const headers = accessToken ? { authorization: `Bearer ${accessToken}` } : {}
  await client
    .connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }))
    .catch((cause) => {
      throw new Error(`no tools at ${address}: ${cause.message}`, { cause })
    })
  const { tools } = await client.listTools()
  return {
    /** With their descriptions and schemas, as a model wants them. */
    tools,
    names: tools.map(({ name }) => name),

    /** @param {string} name @param {Record<string, unknown>} input @returns {Promise<unknown>} */
    async call(name, input) {
      const answer = await client.callTool({ name, arguments: input })
      if (answer.isError) throw new Error(`${name}: ${JSON.stringify(answer.content)}`)
      return answer.structuredContent
    },

    close: () => client.close(),
  }
}
