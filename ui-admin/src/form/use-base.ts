import { useCallback, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { flushInputs } from '../widgets/flush.ts'
import { same } from '../widgets/values.ts'
import type { FormValues } from './form-context.ts'
import { since } from './since.ts'

/** The values a form was loaded with; only differences are sent. */
export function useBase(record: UseFormReturn<FormValues>, start: FormValues) {
  const base = useRef(start)
  const reset = useCallback(
    (values: FormValues) => {
      base.current = values
      record.reset(values)
    },
    [record],
  )
  /** Takes over the values saved from `sent`; input since then stays as an unsaved change. */
  const settle = useCallback(
    async (savedValues: FormValues, sent: FormValues) => {
      await flushInputs()
      const now = { ...record.getValues() }
      reset(savedValues)
      for (const [name, value] of Object.entries(now))
        if (!same(value, sent[name])) record.setValue(name, since(sent[name], value, savedValues[name]), { shouldDirty: true })
    },
    [record, reset],
  )
  const setStart = useCallback(
    (name: string, value: unknown) => {
      base.current = { ...base.current, [name]: value }
      record.resetField(name, { defaultValue: value })
    },
    [record],
  )
  return { base, reset, settle, setStart }
}
