// Operator API: changes of people's domains at the registry.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'

const COMMANDS = '/api/operator/v1/registry-commands'
const COMMAND = '/api/operator/v1/registry-commands/{command_id}'

export class OperatorRegistryCommands extends Resource {
  /** Newest first. `state: 'needs_operator'` lists those that the service cannot end. */
  list(query?: Filter<`GET ${typeof COMMANDS}`>, options?: CallOptions) {
    return this.api.list(`GET ${COMMANDS}`, 'registry_commands', { query }, options)
  }

  /** With everything that was sent to the registry. */
  get(commandId: string, options?: CallOptions) {
    return this.api.call(`GET ${COMMAND}`, { params: { command_id: commandId } }, options)
  }

  /** The service asks the registry what happened, then continues. */
  retry(commandId: string, options?: CallOptions) {
    return this.api.call(`POST ${COMMAND}/retry`, { params: { command_id: commandId } }, options)
  }

  /** The registry did it. */
  confirm(commandId: string, input?: Body<`POST ${typeof COMMAND}/confirm`>, options?: CallOptions) {
    return this.api.call(`POST ${COMMAND}/confirm`, { params: { command_id: commandId }, body: input }, options)
  }

  /** The registry did not do it. A payment for it is refunded. */
  fail(commandId: string, input?: Body<`POST ${typeof COMMAND}/fail`>, options?: CallOptions) {
    return this.api.call(`POST ${COMMAND}/fail`, { params: { command_id: commandId }, body: input }, options)
  }

  /** The service sends nothing further. Then retry, confirm or end it. */
  takeOver(commandId: string, options?: CallOptions) {
    return this.api.call(`POST ${COMMAND}/take_over`, { params: { command_id: commandId } }, options)
  }
}
