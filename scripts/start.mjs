// `npm start`: installs missing dependencies, builds changed packages, and runs the service in this process, so that
// signals reach it.
import { ensureInstalled } from './install.mjs'

ensureInstalled({ isForRunning: true })
const { build } = await import('./build.mjs')
build()
process.setSourceMapsEnabled(true)
const { main } = await import('../packages/server/dist/bundle/index.js')
await main(process.argv.slice(2))
