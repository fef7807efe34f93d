import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { FieldInfo } from 'stoa/api-types'
import { api } from '../api/client.ts'
import { registerFlush } from '../widgets/flush.ts'
import { useFormScope } from './form-context.ts'

const SUGGEST_AFTER_MS = 1000

/**
 * Suggests a slug one second after typing in the source field stops, or at once before saving. Only for new records in the main language,
 * and never over a slug typed by hand. Returns the label of the source field while the suggestion is in use.
 */
export function useSlugHelper(field: FieldInfo, value: unknown, change: (value: unknown) => void): string {
  const { control, mode, language, mainLanguage, resource, getLabel } = useFormScope()
  const active = Boolean(field.slugOf) && mode === 'create' && language === mainLanguage
  const source = useWatch({ control, name: field.slugOf ?? field.name, disabled: !active })
  const [suggested, setSuggested] = useState('')
  const current = useRef({ value, change, suggested })
  useEffect(() => {
    current.current = { value, change, suggested }
  })

  const text = active && typeof source === 'string' ? source.trim() : ''
  useEffect(() => {
    if (!text) return undefined
    const untouched = () => !current.current.value || current.current.value === current.current.suggested
    if (!untouched()) return undefined
    const stop = new AbortController()
    const ask = async () => {
      if (!untouched()) return
      try {
        const body = { resource, field: field.name, text }
        const answer = await api<{ value: string }>('slug', { method: 'POST', body, signal: stop.signal })
        if (stop.signal.aborted || !untouched()) return
        setSuggested(answer.value)
        current.current.change(answer.value)
      } catch {
        // Ignored: the slug can be typed by hand.
      }
    }
    let pendingRequest: Promise<void> | undefined
    const suggest = (): Promise<void> => {
      pendingRequest = pendingRequest ?? ask()
      return pendingRequest
    }
    const timer = setTimeout(suggest, SUGGEST_AFTER_MS)
    const handedOver = registerFlush(suggest)
    return () => {
      clearTimeout(timer)
      handedOver()
      stop.abort()
    }
  }, [text, resource, field.name])

  return suggested && value === suggested ? getLabel(field.slugOf ?? '') : ''
}
