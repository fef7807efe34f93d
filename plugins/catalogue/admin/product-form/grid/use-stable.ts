import { useLayoutEffect, useRef, useState } from 'react'

/** The same functions for as long as a component lives, which do what their latest version does. */
export function useStable<T extends object>(now: T): T {
  const latest = useRef(now)
  useLayoutEffect(() => {
    latest.current = now
  })
  const [stable] = useState(() => {
    const call =
      (name: keyof T) =>
      (...given: unknown[]) =>
        (latest.current[name] as (...given: unknown[]) => unknown)(...given)
    return Object.fromEntries(Object.keys(now).map((name) => [name, call(name as keyof T)])) as T
  })
  return stable
}
