// What any service on this framework needs to start: Fastify with one route.
import Fastify from 'fastify'

const app = Fastify({ logger: false })
app.get('/readyz', async () => ({ status: 'ready' }))
const address = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
// The words that the service prints too: whoever starts it waits for them.
console.log(`is ready at ${address}`)
