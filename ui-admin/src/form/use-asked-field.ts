import { useEffect, useRef } from 'react'
import type { FieldInfo } from '#core/wire'
import { fieldId } from '../widgets/field-input.tsx'
import { focusField } from './focus-field.ts'

const LOOKS = 30
const BETWEEN_MS = 100

/** Leads to the field that the address asks for by its `#`: a notice about a field is answered there. */
export function useAskedField(fields: readonly FieldInfo[], reveal: (path: string) => void): void {
  const led = useRef(false)
  useEffect(() => {
    const asked = fields.find(({ name }) => location.hash === `#${fieldId(name)}`)
    if (!asked || led.current) return
    led.current = true
    reveal(asked.name)
    // The input of a plugin may still be on its way, and the shell moves the focus to the page first.
    const look = (left: number) => {
      if (document.getElementById(fieldId(asked.name))) focusField(asked.name)
      else if (left > 0) setTimeout(look, BETWEEN_MS, left - 1)
    }
    setTimeout(look, BETWEEN_MS, LOOKS)
  }, [fields, reveal])
}
