import { useEffect, useState } from 'react'

/** How long typing rests before candidates are asked for. */
export const ASK_AFTER_MS = 200

/** A value that follows another one only after it has rested for a while. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return rested
}
