import { useEffect, useRef } from 'react'
import type { FieldInfo } from 'stoa/api-types'
import { fieldId } from '../widgets/field-input.tsx'
import { focusField } from './focus-field.ts'

/** Focuses the field named in the URL fragment, for links to a field. */
export function useFieldFromHash(fields: readonly FieldInfo[], reveal: (path: string) => void): void {
  const led = useRef(false)
  useEffect(() => {
    const targetField = fields.find(({ name }) => location.hash === `#${fieldId(name)}`)
    if (!targetField || led.current) return
    led.current = true
    reveal(targetField.name)
    // After the shell has moved the focus to the page.
    setTimeout(focusField, 100, targetField.name)
  }, [fields, reveal])
}
