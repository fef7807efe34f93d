import { useCallback, useMemo, useState } from 'react'
import type { FieldInfo, ResourceForm } from 'stoa/api-types'
import { getFields } from './localized.ts'

/** Shows hidden fields after the server has rejected them, even when the condition that shows them is not met. */
export function useOpened(declared: ResourceForm) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const form = useMemo(() => (opened.length ? withOpened(declared, opened) : declared), [declared, opened])
  const fields = useMemo(() => getFields(form), [form])
  const open = useCallback((names: string[]) => setOpened((before) => [...new Set([...before, ...names])]), [])
  return { form, fields, open }
}

function withOpened(form: ResourceForm, names: readonly string[]): ResourceForm {
  const always = (field: FieldInfo): FieldInfo => {
    if (!names.includes(field.name)) return field
    const { showIf: _, ...rest } = field
    return rest
  }
  return { ...form, groups: form.groups.map((group) => ({ ...group, fields: group.fields.map(always) })) }
}
