// The reader's language. The server takes it from the request, the browser keeps it.
import { createContext, useContext } from 'react'
import { DEFAULT_LOCALE } from './language-tag.ts'

export const LocaleContext = createContext(DEFAULT_LOCALE)
export const useLocale = (): string => useContext(LocaleContext)
