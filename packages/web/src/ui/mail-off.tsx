// Whether the service sends no email (the setting MAIL=off): people then hand links over themselves.
import { createContext, useContext } from 'react'

export const MailOffContext = createContext(false)
export const useMailOff = (): boolean => useContext(MailOffContext)
