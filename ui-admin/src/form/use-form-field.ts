import { useFormState, useWatch } from 'react-hook-form'
import { useFormScope } from './form-context.ts'

export interface FormField<T> {
  value: T
  set: (value: T) => void
  /** Sets the initial value, so that the field does not count as changed. */
  setStart: (value: T) => void
}

/** Subscribes to another field of the surrounding form. */
export function useFormField<T>(name: string): FormField<T> {
  const { control, setValue, setStart } = useFormScope()
  const value = useWatch({ control, name }) as T
  return { value, set: (next) => setValue(name, next), setStart: (next) => setStart(name, next) }
}

/** The mode of the surrounding form. */
export const useFormMode = (): 'create' | 'edit' | 'view' => useFormScope().mode

/** Whether the surrounding form has unsaved changes. */
export const useFormDirty = (): boolean => useFormState({ control: useFormScope().control }).isDirty
