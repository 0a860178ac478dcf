// What either side answers to the bench: what it has used of the processor, and codes as consent leaves them behind.

export function serve({ port, clientId, newCode, close }) {
  process.send({ port, clientId })
  process.on('disconnect', () => process.exit(1))
  process.on('message', async (message) => {
    if (message === 'cpu') process.send({ cpu: process.cpuUsage() })
    else if (message === 'stop') {
      await close()
      process.exit(0)
    } else process.send({ codes: await Promise.all(message.challenges.map(newCode)) })
  })
}
