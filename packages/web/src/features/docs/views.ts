// What the server says about an operation: its fields, its samples, its errors.

export type FieldView = {
  name: string
  type: string
  required: boolean
  description: string
  values: string[]
  limits: string[]
  fields: FieldView[]
}

export type ParameterView = FieldView & { in: string }
export type SampleView = { language: string; code: string }
export type BodyView = { type: string; fields: FieldView[]; sample: string | null }

export type OperationView = {
  id: string
  method: string
  /** Empty for what the service sends to a partner. */
  path: string
  summary: string
  description: string
  parameters: ParameterView[]
  bodies: BodyView[]
  response: { status: string; description: string; fields: FieldView[]; sample: string | null }
  errors: { status: string; description: string }[]
  samples: SampleView[]
}
