import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormScope, FormValues } from './form-context.ts'

type ScopeInput = Omit<FormScope, 'control' | 'setValue'> & { record: UseFormReturn<FormValues> }

/** The form context of inputs; referentially stable until a part changes. */
export function useScope(input: ScopeInput): FormScope {
  const { record, resource, mode, language, mainLanguage, localized, row, recheck, getLabel, setStart } = input
  return useMemo(
    () => ({
      control: record.control,
      resource,
      mode,
      language,
      mainLanguage,
      localized,
      row,
      recheck,
      getLabel,
      setValue: (name: string, value: unknown) => record.setValue(name, value, { shouldDirty: true }),
      setStart,
    }),
    [record, resource, mode, language, mainLanguage, localized, row, recheck, getLabel, setStart],
  )
}
