// What the role of the signed-in operator allows. The console leaves out what the server would reject.
import type { OperatorRole } from '@freehold/sdk/types'
import { createContext, type ReactNode, useContext } from 'react'
import { OPERATOR_WRITES } from './operator-roles.gen.ts'

export type OperatorWrite = keyof typeof OPERATOR_WRITES

export const RoleContext = createContext<OperatorRole | null>(null)

/** Says whether the operator may call a write. */
export function useMay(): (operation: OperatorWrite) => boolean {
  const role = useContext(RoleContext)
  return (operation) => {
    const allowed: readonly OperatorRole[] = OPERATOR_WRITES[operation]
    return role !== null && allowed.includes(role)
  }
}

/** Shows its content to operators who may call a write. */
export const May = ({ call, children }: { call: OperatorWrite; children: ReactNode }) =>
  useMay()(call) ? children : null
