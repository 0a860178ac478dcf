// What others may use of webhooks and events.

export { createDispatcher, type Dispatcher } from './dispatcher/dispatcher.ts'
export { jobs as webhookJobs } from './jobs.ts'
export { EVENT_TYPES, type EventType, PUSHED_BY_DEFAULT, TEST_EVENT_TYPE } from './rules/deliveries.ts'
export { clearEvents } from './service/clear.ts'
export { emitAll, emitEvents, type NewEvent } from './service/emit.ts'
export { ageDeliveries } from './service/redeliver.ts'
export { wakeDispatcher } from './service/wake.ts'
export { EVENT_PARTITIONS } from './store/retention.ts'
export { describeEvents } from './views/events.ts'
