// The image is built by its Dockerfile and runs as a container: with buildah and podman where they are installed, and as root.
import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../packages/server/test/ports.ts'
import { until } from '../packages/server/test/receiver.ts'
import { findBuildah, findPodman, openContainers } from './container.ts'
import { cleanUp, newFolder } from './process.ts'

const canRun = findBuildah() !== undefined && findPodman() !== undefined && process.getuid?.() === 0
if (!canRun) console.log('not run: the image as a container. Install buildah and podman, and run as root.')

const TAG = 'localhost/freehold:test'
const NODE_USER = 1000

describe.runIf(canRun)('the image', () => {
  const containers = openContainers(mkdtempSync(path.join(tmpdir(), 'freehold-containers-')))
  const data = newFolder()
  let url: string

  beforeAll(async () => {
    const { status, output } = containers.build(TAG)
    expect([status, status === 0 ? '' : output.slice(-3000)]).toEqual([0, ''])
    chownSync(data, NODE_USER, NODE_USER)
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const env = {
      PORT: String(port),
      HOST: '127.0.0.1',
      BASE_URL: 'https://market.example',
      MAIL: 'off',
      REGISTRY: 'simulated',
      MASTER_KEY: randomBytes(32).toString('base64'),
    }
    const started = containers.start('service', TAG, data, env)
    expect([started.status, started.status === 0 ? '' : started.output]).toEqual([0, ''])
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ status: ready }) => ready === 200,
        () => false,
      )
    await until('the container is ready', isReady, 180).catch((error: Error) => {
      throw new Error(`${error.message}\n${containers.podman('logs', 'service').output}`)
    })
  }, 900_000)
  afterAll(async () => {
    containers.remove()
    await cleanUp()
  })

  it('says how it is run', () => {
    const { output } = containers.podman('image', 'inspect', '--format', 'json', TAG)
    const [{ Config, Healthcheck }] = JSON.parse(output)
    expect(Config).toMatchObject({
      User: '1000:1000',
      Entrypoint: ['node', '/app/start.mjs'],
      StopSignal: 'SIGTERM',
      Volumes: { '/data': {} },
    })
    expect(Healthcheck.Test).toEqual(['CMD', 'node', '/app/healthcheck.mjs'])
    expect(Config.Labels['org.opencontainers.image.licenses']).toBe('Apache-2.0')
  })

  it('serves pages, a search and documents of the API, and writes only to its volume, as user 1000', async () => {
    for (const page of ['/', '/docs', '/openapi.json', '/api/market/search?q=solar%20panels']) {
      const response = await fetch(url + page)
      await response.arrayBuffer()
      expect([page, response.status]).toEqual([page, 200])
    }
    expect(statSync(path.join(data, 'database')).uid).toBe(NODE_USER)
    const write = "require('node:fs').writeFileSync('/app/changed', '')"
    expect(containers.podman('exec', 'service', 'node', '-e', write).output).toMatch(/EROFS|EACCES/)
  })

  it('knows whether it lives, drains when it is stopped, and starts again on its data', async () => {
    const { status, output } = containers.podman('exec', 'service', 'node', '/app/healthcheck.mjs')
    expect([status, output]).toEqual([0, ''])
    const state = () => {
      const { output: text } = containers.podman(
        'inspect',
        '--format',
        '{{.State.Status}} {{.State.ExitCode}}',
        'service',
      )
      return text.trim()
    }
    expect(state()).toBe('running 0')
    expect(containers.podman('stop', '--time', '30', 'service').status).toBe(0)
    expect(state()).toBe('exited 0')
    expect(containers.podman('start', 'service').status).toBe(0)
    await until(
      'ready again',
      () =>
        fetch(`${url}/readyz`).then(
          ({ status: ready }) => ready === 200,
          () => false,
        ),
      180,
    )
    expect(containers.podman('stop', '--time', '30', 'service').status).toBe(0)
    expect(state()).toBe('exited 0')
  })
})
