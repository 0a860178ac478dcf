// How readers reach the operator: the URL in the setting SUPPORT_CONTACT.
import { createContext, type ReactNode, useContext } from 'react'

export const ContactContext = createContext<string | null>(null)
export const useContact = (): string | null => useContext(ContactContext)

/** A link to the contact, or plain text if the operator set none. */
export function ContactLink({ children }: { children: ReactNode }) {
  const contact = useContact()
  return contact === null ? children : <a href={contact}>{children}</a>
}
