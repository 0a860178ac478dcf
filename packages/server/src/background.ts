// Work beside the requests: deliveries, mail and periodic jobs.
import type { Deps } from './deps.ts'
import { httpJobs } from './http/jobs.ts'
import { createSchedule, type Job } from './jobs/schedule.ts'
import { accountJobs } from './modules/accounts/index.ts'
import { auditJobs } from './modules/audit/index.ts'
import { brokerageJobs } from './modules/brokerage/index.ts'
import { catalogJobs } from './modules/catalog/index.ts'
import { changeJobs } from './modules/changes/index.ts'
import { checkoutJobs } from './modules/checkout/index.ts'
import { createDeliveryEngine, deliveryJobs } from './modules/delivery/index.ts'
import { disputeJobs } from './modules/disputes/index.ts'
import { documentJobs } from './modules/documents/index.ts'
import { domainJobs } from './modules/domains/index.ts'
import { createMailDispatcher, mailJobs } from './modules/mail/index.ts'
import { oauthJobs } from './modules/oauth/index.ts'
import { offerJobs } from './modules/offers/index.ts'
import { payeeJobs } from './modules/payees/index.ts'
import { quoteJobs } from './modules/quotes/index.ts'
import { referralJobs } from './modules/referrals/index.ts'
import { createCommandEngine, registrationJobs } from './modules/registrations/index.ts'
import { requestJobs } from './modules/requests/index.ts'
import { roleJobs } from './modules/roles/index.ts'
import { sellerJobs } from './modules/sellers/index.ts'
import { settlementJobs } from './modules/settlement/index.ts'
import { teamJobs } from './modules/team/index.ts'
import { watchJobs } from './modules/watches/index.ts'
import { createDispatcher, webhookJobs } from './modules/webhooks/index.ts'

/** Every periodic job, in the order of the modules. */
export const JOBS: readonly Job[] = [
  ...httpJobs,
  ...mailJobs,
  ...accountJobs,
  ...roleJobs,
  ...teamJobs,
  ...oauthJobs,
  ...requestJobs,
  ...webhookJobs,
  ...changeJobs,
  ...catalogJobs,
  ...quoteJobs,
  ...domainJobs,
  ...registrationJobs,
  ...sellerJobs,
  ...payeeJobs,
  ...auditJobs,
  ...documentJobs,
  ...referralJobs,
  ...deliveryJobs,
  ...checkoutJobs,
  ...offerJobs,
  ...disputeJobs,
  ...brokerageJobs,
  ...settlementJobs,
  ...watchJobs,
]

export type Background = ReturnType<typeof createBackground>

/** What works beside the requests: deliveries and periodic jobs. */
export function createBackground(deps: Deps) {
  const dispatcher = createDispatcher(deps)
  const mail = createMailDispatcher(deps)
  const delivery = createDeliveryEngine(deps)
  const commands = createCommandEngine(deps)
  const schedule = createSchedule(deps, JOBS)
  return {
    async start(): Promise<void> {
      schedule.start()
      mail.start()
      delivery.start()
      commands.start()
      await dispatcher.start()
    },
    runJobNow: schedule.runNow,
    async stop(): Promise<void> {
      await Promise.all([schedule.stop(), dispatcher.stop(), mail.stop(), delivery.stop(), commands.stop()])
      const { live } = deps.registrars
      if (live !== null && live !== 'simulated') await live.close()
      await deps.outbound.close()
      await deps.sites.close()
      await deps.registry.close()
      await deps.tracer?.close()
    },
  }
}
