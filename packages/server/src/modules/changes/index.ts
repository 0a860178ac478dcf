// What others may use of changes.

export { changeJobs } from './jobs.ts'
export { createChangeFeed } from './service.ts'
