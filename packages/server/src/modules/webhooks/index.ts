// What others may use of webhooks and events.
export { createDispatcher, type Dispatcher } from './dispatcher.ts'
export { emitEvents, type NewEvent } from './emit.ts'
export { jobs as webhookJobs } from './jobs.ts'
export { EVENT_TYPES, type EventType, PUSHED_BY_DEFAULT, TEST_EVENT_TYPE } from './rules.ts'
export { ageDeliveries } from './service.ts'
export { wakeDispatcher } from './wake.ts'
