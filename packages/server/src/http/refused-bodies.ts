// A refused body is read to its end and dropped, up to a size. The framework would close the connection instead, and a connection
// that is closed while a client still sends can take the response with it.
import type { FastifyInstance } from 'fastify'
import { REFUSED_BODY_BYTES_MAX } from '../kernel/limits.ts'

/** `isDraining`: the service stops, and its connections end with their responses. */
export function dropRefusedBodies(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const length = Number(request.headers['content-length'])
    // Without an announced length the rest could be endless. The deadline for bodies holds for this one, too.
    if (reply.statusCode === 413 && length <= REFUSED_BODY_BYTES_MAX && !isDraining()) reply.removeHeader('connection')
    done(null, payload)
  })
}
