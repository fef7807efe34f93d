import { useEffect, useRef, useState } from 'react'
import { useSession } from '../state/session.ts'
import type { FormValues } from './form-context.ts'

interface Draft {
  at: string
  values: FormValues
}

/** Saves the input of a form when the session expires, and offers it after the next sign-in. */
export function useDraft(place: string, current: () => FormValues | null) {
  const { me } = useSession()
  const key = `stoa-draft:${me.id}:${place}`
  const read = useRef(current)
  useEffect(() => {
    read.current = current
  })
  const [draft, setDraft] = useState<Draft | null>(() => {
    const text = sessionStorage.getItem(key)
    return text ? (JSON.parse(text) as Draft) : null
  })
  useEffect(() => {
    const keep = () => {
      const values = read.current()
      if (!values) return
      const at = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
      sessionStorage.setItem(key, JSON.stringify({ at, values } satisfies Draft))
    }
    window.addEventListener('stoa:session-expired', keep)
    return () => window.removeEventListener('stoa:session-expired', keep)
  }, [key])
  const drop = () => {
    sessionStorage.removeItem(key)
    setDraft(null)
  }
  return { draft, drop }
}
