import { useFormState, useWatch } from 'react-hook-form'
import { useFormScope } from './form-context.ts'

export interface FormField<T> {
  value: T
  set: (value: T) => void
  /** Sets what the field starts from, so that it counts as untouched. */
  setStart: (value: T) => void
}

/** Another field of the form around, followed as it changes. */
export function useFormField<T>(name: string): FormField<T> {
  const { control, setValue, setStart } = useFormScope()
  const value = useWatch({ control, name }) as T
  return { value, set: (next) => setValue(name, next), setStart: (next) => setStart(name, next) }
}

/** Whether the form around makes something new, changes it, or only shows it. */
export const useFormMode = (): 'create' | 'edit' | 'view' => useFormScope().mode

/** Whether something was typed into the form around that is not saved yet. */
export const useFormDirty = (): boolean => useFormState({ control: useFormScope().control }).isDirty
