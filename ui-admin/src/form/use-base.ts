import { useCallback, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { flushInputs } from '../widgets/flush.ts'
import { same } from '../widgets/values.ts'
import type { FormValues } from './form-context.ts'
import { since } from './since.ts'

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
  /** Takes over what the server keeps of `sent`; what was typed since then stays in the form, as a change of it. */
  const settle = useCallback(
    async (kept: FormValues, sent: FormValues) => {
      await flushInputs()
      const now = { ...record.getValues() }
      reset(kept)
      for (const [name, value] of Object.entries(now))
        if (!same(value, sent[name])) record.setValue(name, since(sent[name], value, kept[name]), { shouldDirty: true })
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
