// `npm start`: serve until told to stop, then drain.
import { once } from 'node:events'
import net from 'node:net'
import type { Config } from '../config.ts'
import { ConfigError } from '../config.ts'
import { createService } from '../service.ts'
import { drainOnSignal } from './drain.ts'
import { showProgress } from './progress.ts'
import { credentialsPath, seed, seedProductionSandbox } from './seed.ts'

function describeListenError(error: NodeJS.ErrnoException, config: Config): Error {
  if (error.code === 'EADDRINUSE')
    return new ConfigError(
      `Port ${config.port} on ${config.host} is already in use. Stop the other program, or set PORT to another port.`,
    )
  if (error.code === 'EACCES')
    return new ConfigError(
      `The service has no permission to listen on port ${config.port}. Set PORT to a value above 1023.`,
    )
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new ConfigError(
      `HOST=${config.host} is not an IP address of this machine. Set HOST to one of its IP addresses.`,
    )
  return error
}

function announce(config: Config, address: string): void {
  const lines = [
    '',
    `  Freehold ${config.version} is ready at ${address}`,
    '',
    `  Site          ${config.baseUrl}/`,
    `  Developers    ${config.baseUrl}/developers   (sandbox keys and a first signed request)`,
    `  Portal        ${config.baseUrl}/portal   (partners)`,
    `  Console       ${config.baseUrl}/console   (operators)`,
    `  Partner API   ${config.baseUrl}/api/partner/v1`,
    `  Public API    ${config.baseUrl}/api   (for agents: ${config.baseUrl}/mcp)`,
    `  Operator API  ${config.baseUrl}/api/operator/v1`,
    `  Docs          ${config.baseUrl}/docs   (${config.baseUrl}/openapi.json)`,
    `  Database      ${config.databaseUrl ? 'PostgreSQL' : `embedded, in ${config.dataDir}`}`,
    ...(config.seed ? [`  Credentials   ${credentialsPath(config.dataDir)}`] : []),
    '',
    ...(config.seed
      ? [
          '  Send a signed request:',
          "    node scripts/signed-curl.mjs GET '/api/partner/v1/availability?domain=held.test'",
          '',
        ]
      : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Checked before the database is created and filled, so that a used port is reported immediately. */
async function assertPortIsFree(config: Config): Promise<void> {
  const probe = net.createServer()
  try {
    await once(probe.listen(config.port, config.host), 'listening')
  } catch (error) {
    throw describeListenError(error as NodeJS.ErrnoException, config)
  }
  probe.close()
  await once(probe, 'close')
}

export async function serve(config: Config): Promise<void> {
  await assertPortIsFree(config)
  const service = await createService(config, showProgress)
  const { app, deps } = service
  drainOnSignal(config, deps.log, () => service.close())

  try {
    if (config.seed) await seed(deps, showProgress)
    else if (config.sandboxInventory) await seedProductionSandbox(deps)
    const address = await app.listen({ host: config.host, port: config.port })
    announce(config, address)
    service.startBackground()
  } catch (error) {
    await service.close()
    throw describeListenError(error as NodeJS.ErrnoException, config)
  }
}
