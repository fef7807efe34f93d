import { useCallback, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormValues } from './form-context.ts'

/** What a form was read as: only what differs from it is sent. */
export function useBase(record: UseFormReturn<FormValues>, start: FormValues) {
  const base = useRef(start)
  const reset = useCallback(
    (values: FormValues) => {
      base.current = values
      record.reset(values)
    },
    [record],
  )
  const setStart = useCallback(
    (name: string, value: unknown) => {
      base.current = { ...base.current, [name]: value }
      record.resetField(name, { defaultValue: value })
    },
    [record],
  )
  return { base, reset, setStart }
}
