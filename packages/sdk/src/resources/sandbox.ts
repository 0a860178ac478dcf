// Sandbox: act as the buyer or the operator, and advance your sandbox clock.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'
import { SandboxOrders } from './sandbox-orders.ts'

export class SandboxCheckoutSessions extends Resource {
  /** Pays a checkout session as the buyer would, or declines the card. */
  pay(
    sessionId: string,
    input?: Body<'POST /api/partner/v1/sandbox/checkout-session/{session_id}/pay'>,
    options?: CallOptions,
  ) {
    return this.api.call(
      'POST /api/partner/v1/sandbox/checkout-session/{session_id}/pay',
      { params: { session_id: sessionId }, body: input },
      options,
    )
  }
}

export class SandboxDisputes extends Resource {
  /** Decides a dispute of one of your orders, as the bank would. */
  close(
    disputeId: string,
    input: Body<'POST /api/partner/v1/sandbox/disputes/{dispute_id}/close'>,
    options?: CallOptions,
  ) {
    return this.api.call(
      'POST /api/partner/v1/sandbox/disputes/{dispute_id}/close',
      { params: { dispute_id: disputeId }, body: input },
      options,
    )
  }
}

export class SandboxBrokerage extends Resource {
  /** Advances a case by one step. The last step completes it with a deal. */
  advance(
    caseId: string,
    input?: Body<'POST /api/partner/v1/sandbox/brokerage/{case_id}/advance'>,
    options?: CallOptions,
  ) {
    return this.api.call(
      'POST /api/partner/v1/sandbox/brokerage/{case_id}/advance',
      { params: { case_id: caseId }, body: input },
      options,
    )
  }
}

export class SandboxSettlements extends Resource {
  /** Closes your settlement periods up to the current time on your sandbox clock. */
  run(options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/sandbox/settlements/run', {}, options)
  }
}

export class SandboxLinks extends Resource {
  /** Simulates a visitor who clicks your link and buys a domain. */
  sale(linkId: string, input: Body<'POST /api/partner/v1/sandbox/links/{link_id}/sale'>, options?: CallOptions) {
    return this.api.call(
      'POST /api/partner/v1/sandbox/links/{link_id}/sale',
      { params: { link_id: linkId }, body: input },
      options,
    )
  }
}

export class SandboxMail extends Resource {
  /** Messages that your sandbox caused, newest first. They are never sent. */
  list(query?: Filter<'GET /api/partner/v1/sandbox/mail'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/sandbox/mail', 'messages', { query }, options)
  }

  get(messageId: string, options?: CallOptions) {
    return this.api.call(
      'GET /api/partner/v1/sandbox/mail/{message_id}',
      { params: { message_id: messageId } },
      options,
    )
  }
}

export class SandboxClock extends Resource {
  /** The current time on your sandbox clock. */
  get(options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/sandbox/clock', {}, options)
  }

  /** Advances your sandbox clock, so that quotes expire and periods end. */
  advance(input: Body<'POST /api/partner/v1/sandbox/clock/advance'>, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/sandbox/clock/advance', { body: input }, options)
  }
}

export class Sandbox extends Resource {
  /** Deletes everything in your sandbox except keys and team, and sets its clock to the real time. */
  reset(options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/sandbox/reset', {}, options)
  }

  readonly orders = new SandboxOrders(this.api)
  readonly checkoutSessions = new SandboxCheckoutSessions(this.api)
  readonly disputes = new SandboxDisputes(this.api)
  readonly brokerage = new SandboxBrokerage(this.api)
  readonly settlements = new SandboxSettlements(this.api)
  readonly links = new SandboxLinks(this.api)
  readonly mail = new SandboxMail(this.api)
  readonly clock = new SandboxClock(this.api)
}
