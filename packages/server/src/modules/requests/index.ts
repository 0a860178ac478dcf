// What others may use of the request log.
export { requestJobs } from './jobs.ts'
export { createRequestRecorder } from './recorder.ts'
export { cutLines, hideSecrets, hideSecretsInLines, isKeyId } from './rules.ts'
