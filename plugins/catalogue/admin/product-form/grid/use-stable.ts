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
      (...args: unknown[]) =>
        (latest.current[name] as (...args: unknown[]) => unknown)(...args)
    return Object.fromEntries(Object.keys(now).map((name) => [name, call(name as keyof T)])) as T
  })
  return stable
}
