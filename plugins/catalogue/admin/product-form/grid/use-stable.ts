import { useLayoutEffect, useRef, useState } from 'react'

/** Functions with a stable identity that call the latest version. */
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
