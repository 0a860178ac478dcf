// How a sold domain reaches its buyer.

export const TRANSFER_METHODS = ['push', 'auth_code', 'registrar_transfer'] as const
export type TransferMethod = (typeof TRANSFER_METHODS)[number]
