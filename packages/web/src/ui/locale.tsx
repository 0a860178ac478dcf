// The reader's language. The server takes it from the request, the browser keeps it.
import { createContext, useContext } from 'react'

export const LocaleContext = createContext('en')
export const useLocale = (): string => useContext(LocaleContext)
