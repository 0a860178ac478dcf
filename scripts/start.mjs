// `npm start`: install what is missing, build what changed, and run the service in this very process, so that a signal
// reaches it whoever the parent is.
import { ensureInstalled } from './install.mjs'

ensureInstalled()
const { build } = await import('./build.mjs')
build()
process.setSourceMapsEnabled(true)
const { main } = await import('../packages/server/dist/index.js')
await main(process.argv.slice(2))
