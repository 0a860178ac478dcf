// Who issues statements: the settings ISSUER_NAME and ISSUER_ADDRESS.
import { createContext, useContext } from 'react'
import type { Issuer } from '../../context.ts'

export const IssuerContext = createContext<Issuer>({ name: 'Freehold', address: [] })
export const useIssuer = (): Issuer => useContext(IssuerContext)
