import { createContext, useContext } from 'react'
import type { UseFormRegister } from 'react-hook-form'

/** What a form holds: texts as they were typed, ticks as yes or no, files that were chosen, lists of what goes by one name. */
export type Values = Record<string, string | boolean | File | string[]>

/** What fields know of the form around them. */
export interface FormState {
  register: UseFormRegister<Values>
  /** What was refused in a field. */
  problemOf: (name: string) => string | undefined
  /** How often the form was sent. */
  round: number
  /** How much of its files is on its way while they are sent, 0 to 1. */
  sent: number | undefined
}

/** Null outside a form: forms that keep their values themselves share some of its fields. */
export const FormContext = createContext<FormState | null>(null)

/** How often the form around was sent. */
export const useRound = (): number => useContext(FormContext)?.round ?? 0

/** `colours[]`: several of one name, `colours`. */
const isList = (name: string) => name.endsWith('[]')

/**
 * Values as they stand in the page. They are read there and not from what was told by events: browsers and password managers
 * fill without telling, and people type before the page is awake.
 */
export const getValues = (form: HTMLFormElement): Values => {
  const values: Values = {}
  const data = new FormData(form)
  for (const [name, value] of data) if (!isList(name) && (typeof value === 'string' || value.name !== '')) values[name] = value
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement) || !element.name) continue
    if (isList(element.name)) values[element.name.slice(0, -2)] = data.getAll(element.name).filter((value) => typeof value === 'string')
    // A tick that is not set is left out of a form's data.
    else if (element.type === 'checkbox') values[element.name] = element.checked
  }
  return values
}
