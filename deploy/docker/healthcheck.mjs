// Asks the process of this container whether it lives: exit code 0 if it does.
import http from 'node:http'
import { readTarget } from './health-target.mjs'

const target = readTarget(process.env)
const place = target.startsWith('unix:') ? { socketPath: target.slice(5) } : { host: '127.0.0.1', port: target }
process.exitCode = 1
http
  .get({ ...place, path: '/healthz', agent: false, signal: AbortSignal.timeout(4000) }, (response) => {
    if (response.statusCode === 200) process.exitCode = 0
    response.resume()
  })
  .on('error', () => {})
