// Fields for money (major units) and percentages. The browser validates the format.
import { fractionDigits, parseCents } from '@freehold/sdk/money'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { amountText, parseBps, percentText } from './amounts.ts'
import { TextField } from './field.tsx'
import { useLocale } from './locale.tsx'
import { moneyText } from './text.ts'

type Around = { label: string; name: string; hint?: ReactNode; error?: string | null }
type Rest = Omit<InputHTMLAttributes<HTMLInputElement>, keyof Around | 'type' | 'pattern'>

type MoneyProps = Around & Rest & { currency: string; cents?: number | null; signed?: boolean }

/** What parseCents() reads: with spaces or commas between thousands, or with points and a decimal comma. */
export function amountPattern(digits: number, isSigned: boolean): string {
  const end = (separator: string) => (digits > 0 ? `(${separator}[0-9]{1,${digits}})?` : '')
  const ways = [`[0-9 ]{1,14}${end('[.,]')}`]
  if (digits < 3) ways.push(`[1-9][0-9]{0,2}(,[0-9]{3})+${end('[.]')}`)
  if (digits > 0 && digits < 3) ways.push(`[1-9][0-9]{0,2}([.][0-9]{3})+,[0-9]{1,${digits}}`)
  return `${isSigned ? '-?' : ''}(${ways.join('|')})`
}

/** The API counts in minor units; the field does not. */
export const describeLimit = (error: string, currency: string, locale: string): string =>
  error.replace(
    /^must be at (least|most) (\d+)$/,
    (_, bound: string, cents: string) => `Enter at ${bound} ${moneyText(Number(cents), currency, locale)}.`,
  )

export function MoneyField({ label, currency, cents, signed, error, ...rest }: MoneyProps) {
  const digits = fractionDigits(currency)
  const locale = useLocale()
  return (
    <TextField
      {...rest}
      label={`${label} (${currency})`}
      error={error ? describeLimit(error, currency, locale) : null}
      inputMode={signed ? 'text' : 'decimal'}
      autoComplete="off"
      pattern={amountPattern(digits, signed === true)}
      title={digits > 0 ? 'Enter an amount, for example 1234.50' : 'Enter a whole amount'}
      {...(typeof cents === 'number' ? { defaultValue: amountText(cents, currency) } : {})}
    />
  )
}

type ShareProps = Around & Rest & { bps?: number }

export const ShareField = ({ label, bps, ...rest }: ShareProps) => (
  <TextField
    {...rest}
    label={`${label} (%)`}
    inputMode="decimal"
    autoComplete="off"
    pattern="[0-9]{1,3}([.,][0-9]{1,2})?"
    title="Enter a percentage, for example 12.5"
    {...(bps === undefined ? {} : { defaultValue: percentText(bps) })}
  />
)

const typed = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

/** The field's amount in minor units; undefined when it was left empty. */
export const readMoney = (form: FormData, name: string, currency: string): number | undefined =>
  parseCents(typed(form, name), currency) ?? undefined

/** The field's share in basis points; undefined when it was left empty. */
export const readShare = (form: FormData, name: string): number | undefined => parseBps(typed(form, name)) ?? undefined
