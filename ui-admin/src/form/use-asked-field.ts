import { useEffect, useRef } from 'react'
import type { FieldInfo } from 'stoa/api-types'
import { fieldId } from '../widgets/field-input.tsx'
import { focusField } from './focus-field.ts'

/** Leads to the field that the address asks for by its `#`: a notice about a field is answered there. */
export function useAskedField(fields: readonly FieldInfo[], reveal: (path: string) => void): void {
  const led = useRef(false)
  useEffect(() => {
    const asked = fields.find(({ name }) => location.hash === `#${fieldId(name)}`)
    if (!asked || led.current) return
    led.current = true
    reveal(asked.name)
    // The shell moves the focus to the page first.
    setTimeout(focusField, 100, asked.name)
  }, [fields, reveal])
}
