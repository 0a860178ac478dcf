// Lists every command.
import type { Command } from './command.ts'
import { completion } from './commands/completion.ts'
import { authCode, delivery } from './commands/delivery.ts'
import { documents, operatorDocuments } from './commands/documents.ts'
import { tail } from './commands/events.ts'
import { importListings } from './commands/import.ts'
import { login } from './commands/login.ts'
import { operatorCommands } from './commands/operator.ts'
import { operatorRegistryCommands } from './commands/operator-registry.ts'
import { checkout, reconcile, refund } from './commands/payments.ts'
import { register, registrations } from './commands/registrations.ts'
import { request } from './commands/request.ts'
import { check, order, orders, quote, search } from './commands/sales.ts'
import {
  sandboxCase,
  sandboxClock,
  sandboxOrder,
  sandboxPay,
  sandboxReset,
  sandboxSale,
  sandboxSettle,
} from './commands/sandbox.ts'
import { offers, sellerBalance, sellerListings, sellerStatements } from './commands/selling.ts'
import { sign } from './commands/sign.ts'
import { endpoints, listen, trigger } from './commands/webhooks.ts'

export const COMMANDS: readonly Command[] = [
  login,
  search,
  check,
  quote,
  order,
  orders,
  delivery,
  authCode,
  refund,
  checkout,
  reconcile,
  documents,
  register,
  registrations,
  sellerListings,
  sellerBalance,
  sellerStatements,
  offers,
  tail,
  listen,
  trigger,
  endpoints,
  sandboxOrder,
  sandboxClock,
  sandboxReset,
  sandboxSettle,
  sandboxPay,
  sandboxSale,
  sandboxCase,
  request,
  sign,
  ...operatorCommands,
  ...operatorRegistryCommands,
  operatorDocuments,
  importListings,
  completion(() => COMMANDS),
]
