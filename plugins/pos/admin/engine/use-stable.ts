import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same while what it does changes, so that what is drawn with it need not be drawn again. */
export function useStable<A extends unknown[]>(run: (...given: A) => void): (...given: A) => void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...given: A) => latest.current(...given), [])
}
