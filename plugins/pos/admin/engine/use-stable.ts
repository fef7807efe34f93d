import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function with a stable identity that runs the latest version, to avoid renders. */
export function useStable<A extends unknown[]>(run: (...args: A) => void): (...args: A) => void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
