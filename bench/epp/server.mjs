// The registry simulator in its own process, so that it and the client each have a core.
import { startSimulator } from '../../packages/epp/src/simulator/index.ts'

const { user, password } = JSON.parse(process.argv[2])
const simulator = await startSimulator({ clients: { [user]: password }, sessionsPerClient: 100 })
process.send({ port: simulator.port, ca: simulator.ca })
process.on('disconnect', () => process.exit(1))
process.on('message', async (message) => {
  if (message === 'cpu') process.send({ cpu: process.cpuUsage() })
  if (message !== 'stop') return
  await simulator.close()
  process.exit(0)
})
