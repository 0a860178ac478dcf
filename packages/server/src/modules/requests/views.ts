// How logged requests and a diagnosis look on the wire.
import {
  EnvironmentName,
  IdText,
  isoTime,
  Named,
  Nullable,
  OneOf,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import { type Diagnosis, LINE_NAMES } from './rules.ts'
import type { LoggedRequest } from './store.ts'

const requestFields = {
  request_id: IdText('req_', 'Same value as the X-Request-Id response header.'),
  at: Timestamp('When the response was sent, in real time.'),
  method: Type.String(),
  path: Type.String(),
  query: Type.String({ description: 'Canonical query, with secret values removed.' }),
  status: Type.Integer(),
  error_code: Nullable(Type.String()),
  error_reason: Nullable(Type.String()),
  duration_ms: Type.Integer(),
  key_id: Type.String(),
  environment: EnvironmentName(),
}

export const LoggedRequestView = Named('LoggedRequest', requestFields)
export const loggedRequestView = (request: LoggedRequest): Static<typeof LoggedRequestView> => ({
  request_id: request.requestId,
  at: isoTime(request.at),
  method: request.method,
  path: request.path,
  query: request.query,
  status: request.status,
  error_code: request.errorCode,
  error_reason: request.errorReason,
  duration_ms: request.durationMs,
  key_id: request.keyId,
  environment: request.environment,
})

export const LoggedRequestDetailView = Named('LoggedRequestDetail', {
  ...requestFields,
  canonical_string: Nullable(
    Type.String({ description: 'Canonical string the server built, if the signature or timestamp was rejected.' }),
  ),
  timestamp_header: Nullable(Type.String()),
  nonce_header: Nullable(Type.String()),
})
export const loggedRequestDetailView = (request: LoggedRequest): Static<typeof LoggedRequestDetailView> => ({
  ...loggedRequestView(request),
  canonical_string: request.canonicalString,
  timestamp_header: request.timestampHeader,
  nonce_header: request.nonceHeader,
})

const LineName = () => OneOf(LINE_NAMES)

export const DiagnosisView = Named('SignatureDiagnosis', {
  request_id: IdText('req_'),
  matches: Type.Boolean({ description: 'True if the strings are identical.' }),
  lines: Type.Array(
    Strict({
      name: LineName(),
      server: Type.String(),
      given: Nullable(Type.String()),
      differs: Type.Boolean(),
    }),
  ),
  causes: Type.Array(Strict({ line: Nullable(LineName()), text: Type.String() }), {
    description: 'Likely causes of the difference.',
  }),
})
export const diagnosisView = (requestId: string, diagnosis: Diagnosis): Static<typeof DiagnosisView> => ({
  request_id: requestId,
  ...diagnosis,
})
