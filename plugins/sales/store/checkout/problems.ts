import type { CallMessages } from 'stoa/store'
import { type CheckoutForm, deliveryHasNumber, type FieldName } from './form-state.ts'

/** Errors by field; `''` holds general errors. */
export type Problems = Partial<Record<FieldName | 'captcha' | '', string[]>>

export const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** Maps the server's dotted field path to the form's field name. */
const serverName = (path: string, form: CheckoutForm, guest: boolean): keyof Problems => {
  if (path === 'captcha') return path
  const [group = '', field = ''] = path.replaceAll('[', '.').replaceAll(']', '').split('.')
  const name = field || group
  if (group === 'billing_address' && field && !form.billing_same) return `billing_${name}` as FieldName
  if ((group === 'shipping_address' || group === 'billing_address') && form.other_receiver && /^(first|last)_name$/.test(name)) {
    return `receiver_${name}` as FieldName
  }
  if (name === 'contact_number' && !deliveryHasNumber(form, guest)) return 'phone'
  return name in form ? (name as FieldName) : ''
}

/** Assigns the server's messages to form fields; each text once. */
export const problemsFromServer = (messages: CallMessages, form: CheckoutForm, guest: boolean): Problems => {
  if (Array.isArray(messages)) return { '': messages }
  const problems: Problems = {}
  for (const [path, texts] of Object.entries(messages)) {
    const name = serverName(path, form, guest)
    problems[name] = [...new Set([...(problems[name] ?? []), ...texts])]
  }
  return problems
}

/** Client-side validation, so that an empty field is reported at once. */
export const problemsHere = (form: CheckoutForm, needed: FieldName[], t: (key: string) => string): Problems => {
  const problems: Problems = {}
  for (const name of needed) {
    const value = String(form[name]).trim()
    if (value === '') problems[name] = [t('shell.rule.required')]
    else if (name === 'email' && !EMAIL.test(value)) problems[name] = [t('shell.rule.email')]
  }
  return problems
}

export const hasProblems = (problems: Problems): boolean => Object.keys(problems).length > 0

/** The remaining errors after a field was edited: its own and the general error are cleared. */
export const withoutField = (problems: Problems, touched: FieldName): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([name]) => name !== touched && name !== ''))
