// False on the server and while the browser takes over its markup, then true: what only the browser knows appears after that.
import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => undefined

export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
