// What others may use of registrations.
export { jobs as registrationJobs } from './jobs.ts'
export { createCommandEngine } from './service/engine.ts'
export { createDomainCommands } from './service/queue.ts'
