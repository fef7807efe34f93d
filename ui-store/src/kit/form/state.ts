import { createContext, useContext } from 'react'
import type { UseFormRegister } from 'react-hook-form'

/** Values of a form: texts as typed, checkboxes as booleans, files, and lists of repeated names. */
export type Values = Record<string, string | boolean | File | string[]>

/** What fields read from the form around them. */
export interface FormState {
  register: UseFormRegister<Values>
  /** Error of a field. */
  getProblem: (name: string) => string | undefined
  /** Number of submissions. */
  round: number
  /** Upload progress from 0 to 1. */
  sent: number | undefined
}

/** Null outside a form: forms that hold their values themselves share some fields. */
export const FormContext = createContext<FormState | null>(null)

/** Number of submissions of the surrounding form. */
export const useRound = (): number => useContext(FormContext)?.round ?? 0

/** `colours[]` is the list `colours`. */
const isList = (name: string) => name.endsWith('[]')

/**
 * Reads values from the DOM and not from events: browsers and password managers fill in fields without events, and people type
 * before hydration.
 */
export const getValues = (form: HTMLFormElement): Values => {
  const values: Values = {}
  const data = new FormData(form)
  for (const [name, value] of data) if (!isList(name) && (typeof value === 'string' || value.name !== '')) values[name] = value
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement) || !element.name) continue
    if (isList(element.name)) values[element.name.slice(0, -2)] = data.getAll(element.name).filter((value) => typeof value === 'string')
    // Form data omits unchecked checkboxes.
    else if (element.type === 'checkbox') values[element.name] = element.checked
  }
  return values
}
