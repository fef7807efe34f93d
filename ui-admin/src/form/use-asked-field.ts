import { useEffect, useRef } from 'react'
import type { FieldInfo } from 'stoa/api-types'
import { fieldId } from '../widgets/field-input.tsx'
import { focusField } from './focus-field.ts'

/** Focuses the field named in the URL fragment, for links to a field. */
export function useAskedField(fields: readonly FieldInfo[], reveal: (path: string) => void): void {
  const led = useRef(false)
  useEffect(() => {
    const asked = fields.find(({ name }) => location.hash === `#${fieldId(name)}`)
    if (!asked || led.current) return
    led.current = true
    reveal(asked.name)
    // After the shell has moved the focus to the page.
    setTimeout(focusField, 100, asked.name)
  }, [fields, reveal])
}
