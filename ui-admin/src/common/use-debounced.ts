import { useEffect, useState } from 'react'

/** Debounce of search requests, in milliseconds. */
export const ASK_AFTER_MS = 200

/** A debounced value. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return rested
}
