// Our side in a process of its own: the whole service; codes come from the function behind the consent page, without the person's part.
import { createApp } from '../../packages/server/src/app.ts'
import { migrate } from '../../packages/server/src/db/migrate.ts'
import { signUp } from '../../packages/server/src/modules/accounts/index.ts'
import { allow } from '../../packages/server/src/modules/oauth/service/authorize.ts'
import { registerClient } from '../../packages/server/src/modules/oauth/service/exchange.ts'
import { benchDeps, openBenchDatabase } from '../orders/server.mjs'
import { serve } from './side.mjs'

const { target, poolSize, redirectUri, scope } = JSON.parse(process.argv[2])
const db = await openBenchDatabase(target, poolSize)
await migrate(db)
const deps = await benchDeps(db)
const email = 'somebody@mail.example'
await signUp(deps, { email, password: 'correct horse battery' })
const user = await db.one({ text: 'select id from users where email = $1', values: [email] })
const client = await registerClient(deps, { redirect_uris: [redirectUri], client_name: 'Bench' })
const app = await createApp(deps)
await app.listen({ host: '127.0.0.1', port: 0 })

serve({
  port: app.server.address().port,
  clientId: client.id,
  newCode: (challenge) =>
    allow(deps, user.id, { client, redirectUri, scopes: [scope], challenge, buildRedirect: ({ code }) => code }),
  async close() {
    await app.close()
    await db.close()
  },
})
