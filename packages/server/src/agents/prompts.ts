// Prompts that a person picks in their client: find a name, check a brand, prepare a purchase.
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'

const Text = (description: string) => ({ type: 'string', maxLength: 300, description })

const args = (properties: Record<string, unknown>, required: string[]) =>
  fromJsonSchema<Record<string, string>>({ type: 'object', properties, required } as never)

const say = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] })

export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'find_a_name',
    {
      title: 'Find a name',
      description: 'Find domains for sale for an idea and a budget.',
      argsSchema: args(
        {
          idea: Text('What the name is for.'),
          budget: Text('The most to pay, for example USD 500.'),
          tld: Text('A TLD, such as io.'),
        },
        ['idea'],
      ),
    },
    ({ idea, budget, tld }) =>
      say(
        [
          `Find a domain name for: ${JSON.stringify(idea)}.`,
          budget ? `The budget is ${JSON.stringify(budget)}: pass it to search_market as max_price, in cents.` : '',
          tld ? `It should end with ${JSON.stringify(tld)}: pass it as tld.` : '',
          'Call search_market, with other words if few results fit. Show five names with prices and one sentence about each. ' +
            'Ask which one I want before you create a checkout.',
        ]
          .filter((line) => line !== '')
          .join('\n'),
      ),
  )
  server.registerPrompt(
    'check_a_brand',
    {
      title: 'Check a brand',
      description: 'See who holds a brand name under the common TLDs.',
      argsSchema: args({ name: Text('The brand, such as quickwheels.') }, ['name']),
    },
    ({ name }) =>
      say(
        `Check the brand ${JSON.stringify(name)}. Call search_domain once with the name. For those that are registered, call ` +
          'whois_lookup for at most three, one after the other. Make a table: domain, free, for sale or registered, price or ' +
          'registrar, expiry. Say which to buy first and why. Do not create a checkout.',
      ),
  )
  server.registerPrompt(
    'prepare_a_purchase',
    {
      title: 'Prepare a purchase',
      description: 'Check a domain and create its checkout link.',
      argsSchema: args({ domain: Text('The domain to buy.') }, ['domain']),
    },
    ({ domain }) =>
      say(
        `I want to buy ${JSON.stringify(domain)}. Call get_domain and tell me price and status. If it is listed and I agree, call ` +
          'create_checkout and give me the link. If it is not listed, tell me whether it can be registered (search_domain), or ' +
          'offer to ask its owner (start_brokerage) with my budget and email address.',
      ),
  )
}
