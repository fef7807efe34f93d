import { createContext, use } from 'react'
import type { Control } from 'react-hook-form'
import type { FieldInfo, Locale, Row } from 'stoa/api-types'

/** Form values by field. */
export type FormValues = Record<string, unknown>

/** Context of the parts of a form. */
export interface FormScope {
  control: Control<FormValues>
  /** Name of the resource or of the settings group. */
  resource: string
  mode: 'create' | 'edit' | 'view'
  language: Locale
  mainLanguage: Locale
  localized: boolean
  row: Row | undefined
  /** Validates a field again on change, after it was rejected once. */
  recheck: (field: FieldInfo, value: unknown) => void
  /** Label of a field, or of a path in its child rows. */
  getLabel: (path: string) => string
  setValue: (name: string, value: unknown) => void
  /** Sets the initial value of a field, so that it does not count as changed. */
  setStart: (name: string, value: unknown) => void
}

export const FormScopeContext = createContext<FormScope | null>(null)

/** Context of the surrounding form. */
export function useFormScope(): FormScope {
  const scope = use(FormScopeContext)
  if (!scope) throw new Error('useFormScope outside of a form')
  return scope
}
