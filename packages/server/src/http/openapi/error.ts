// The schema of every error response.
import { ERRORS, REASON_TEXTS, REASONS } from '../../kernel/errors.ts'

const reasonsText = Object.entries(REASON_TEXTS)
  .map(([reason, text]) => `\`${reason}\`: ${text}`)
  .join(' ')

export const ERROR_SCHEMA: Record<string, unknown> = {
  type: 'object',
  description: 'The body of an error response.',
  examples: [
    {
      error: {
        code: 'conflict',
        message: 'One of your orders already used this quote. Create a new quote for a new sale.',
        request_id: 'req_01k9zq4x7v3m8n2p5r6s7t8w9y',
        reason: 'quote_used',
        details: [],
      },
    },
  ],
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'The error.',
      required: ['code', 'message', 'request_id', 'reason', 'details'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERRORS), description: 'Machine-readable error code.' },
        message: { type: 'string', description: 'What is wrong and what to do. For people; it may change.' },
        request_id: { type: 'string', description: 'Same value as the X-Request-Id header. Quote it to support.' },
        reason: {
          type: ['string', 'null'],
          description: `A more specific machine-readable reason, or null. ${reasonsText}`,
          examples: [...REASONS],
        },
        details: {
          type: 'array',
          description: 'The fields that caused the error. Can be empty.',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: {
              field: { type: 'string', description: 'Path of the field, such as `buyer.email`.' },
              message: { type: 'string', description: 'What is wrong with the field.' },
            },
          },
        },
        current: {
          type: 'object',
          description: 'The price in force. Only in errors about the price, such as `price_mismatch`.',
          required: ['price_cents', 'currency'],
          properties: {
            price_cents: { type: 'integer', description: 'The price in minor units.' },
            currency: { type: 'string', description: 'ISO 4217 currency code.' },
          },
        },
      },
    },
  },
}
