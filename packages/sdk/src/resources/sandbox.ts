// Sandbox: plays the other side, the buyer's and the operator's, and moves your own clock.
import { type Body, type CallOptions, Resource } from '../api.ts'
import { SandboxOrders } from './sandbox-orders.ts'

export class SandboxCheckoutSessions extends Resource {
  /** Pays as the buyer would, or lets the card be declined. */
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

export class SandboxBrokerage extends Resource {
  /** One step on; the last one closes the case with a deal. */
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
  /** Closes your periods up to the now of your own clock. */
  run(options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/sandbox/settlements/run', {}, options)
  }
}

export class SandboxLinks extends Resource {
  /** A visitor clicks your link and buys a name. */
  sale(linkId: string, input: Body<'POST /api/partner/v1/sandbox/links/{link_id}/sale'>, options?: CallOptions) {
    return this.api.call(
      'POST /api/partner/v1/sandbox/links/{link_id}/sale',
      { params: { link_id: linkId }, body: input },
      options,
    )
  }
}

export class SandboxClock extends Resource {
  get(options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/sandbox/clock', {}, options)
  }

  /** Ages whatever of yours waits for time. */
  advance(input: Body<'POST /api/partner/v1/sandbox/clock/advance'>, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/sandbox/clock/advance', { body: input }, options)
  }
}

export class Sandbox extends Resource {
  readonly orders = new SandboxOrders(this.api)
  readonly checkoutSessions = new SandboxCheckoutSessions(this.api)
  readonly brokerage = new SandboxBrokerage(this.api)
  readonly settlements = new SandboxSettlements(this.api)
  readonly links = new SandboxLinks(this.api)
  readonly clock = new SandboxClock(this.api)
}
