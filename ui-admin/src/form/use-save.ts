import { useCallback, useRef, useState } from 'react'
import type { FieldInfo, Row } from 'stoa/api-types'
import { ApiError } from '../api/client.ts'
import { failureLines, fieldErrors } from '../api/failure.ts'
import { notify, notifyFailure } from '../common/toasts.tsx'
import { flushInputs } from '../widgets/flush.ts'
import { problems, isFieldVisible, toWire, type Errors } from '../widgets/values.ts'
import type { FormValues } from './form-context.ts'
import { labelOfPath } from './labels.ts'

/** Request body: writable and visible fields, and for updates only changed ones. */
export function getBody(fields: FieldInfo[], values: FormValues, names?: string[]): FormValues {
  const sent = fields.filter((field) => !field.readOnly && field.widget !== 'status' && isFieldVisible(field, values))
  const body: FormValues = {}
  for (const field of sent) {
    if (names && !names.includes(field.name)) continue
    const value = toWire(field, values[field.name])
    // Blank fields of a new record are omitted, so that the server uses its defaults.
    if (!names && (value === null || value === '')) continue
    body[field.name] = value
  }
  return body
}

/** Validates and sends a form, and shows errors at the fields and as a notification. */
export function useSave({
  fields,
  title,
  open,
}: {
  fields: FieldInfo[]
  title: string
  /** Called with the names of hidden fields with errors, to show them. */
  open: (names: string[]) => void
}) {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [lines, setLines] = useState<string[]>([])
  const [stale, setStale] = useState<Row | null>(null)
  const summaryRef = useRef<HTMLDivElement>(null)
  const running = useRef(false)
  const getLabel = useCallback((path: string) => labelOfPath(fields, path), [fields])

  const refuse = (found: Errors, rest: string[], values: FormValues) => {
    const order = (path: string) => fields.findIndex((field) => field.name === path.split('.')[0])
    const sorted = Object.entries(found).sort(([a], [b]) => order(a) - order(b))
    setErrors(Object.fromEntries(sorted))
    open(fields.filter((field) => field.name in found && !isFieldVisible(field, values)).map(({ name }) => name))
    setLines(rest)
    requestAnimationFrame(() => summaryRef.current?.focus())
  }

  /** Shows an error and focuses its first field. */
  const tell = (error: unknown, title: string, values: FormValues) => {
    const byField = fieldErrors(error)
    const named = Object.keys(byField).length > 0
    if (named) notify({ intent: 'warning', title, brief: true })
    else notifyFailure(title, error, getLabel)
    refuse(byField, named ? [] : failureLines(error), values)
  }

  /** `read` is called after every input has flushed its debounced changes. */
  const run = async (read: () => FormValues, send: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    try {
      await flushInputs()
      const found = problems(fields, read())
      if (Object.keys(found).length) {
        notify({ intent: 'warning', title, brief: true })
        return refuse(found, [], read())
      }
      setBusy(true)
      await send()
      setErrors({})
      setLines([])
    } catch (error) {
      if (error instanceof ApiError && error.code === 'STALE' && error.current) return setStale(error.current)
      tell(error, title, read())
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  const recheck = useCallback((field: FieldInfo, value: unknown) => {
    setErrors((before) => {
      const isOwnPath = (path: string) => path === field.name || path.startsWith(`${field.name}.`)
      if (!Object.keys(before).some(isOwnPath)) return before
      const { showIf: _, ...always } = field
      const others = Object.entries(before).filter(([path]) => !isOwnPath(path))
      return { ...Object.fromEntries(others), ...problems([always], { [field.name]: value }) }
    })
  }, [])

  const clear = () => {
    setErrors({})
    setLines([])
  }

  return { busy, errors, lines, stale, setStale, summaryRef, run, tell, recheck, clear, getLabel: getLabel }
}
