import { createContext, use } from 'react'
import type { Control } from 'react-hook-form'
import type { FieldInfo, Locale, Row } from 'stoa/api-types'

/** Values of a form by field. */
export type FormValues = Record<string, unknown>

/** What every part of a form knows. */
export interface FormScope {
  control: Control<FormValues>
  /** Name of the resource, or of the settings group. */
  resource: string
  mode: 'create' | 'edit' | 'view'
  language: Locale
  mainLanguage: Locale
  localized: boolean
  row: Row | undefined
  /** Checks a field again after it was refused once. */
  recheck: (field: FieldInfo, value: unknown) => void
  /** Label of a field, or of a place in its child rows. */
  labelOf: (path: string) => string
  setValue: (name: string, value: unknown) => void
  /** Sets what a field starts from, so that it counts as untouched. */
  setStart: (name: string, value: unknown) => void
}

export const FormScopeContext = createContext<FormScope | null>(null)

/** Scope of the form around. */
export function useFormScope(): FormScope {
  const scope = use(FormScopeContext)
  if (!scope) throw new Error('useFormScope outside of a form')
  return scope
}
