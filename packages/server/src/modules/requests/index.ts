// What others may use of the request log.

export { noteRequest } from './http.ts'
export { requestJobs } from './jobs.ts'
export { createRequestRecorder } from './service.ts'
