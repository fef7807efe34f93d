import { useEffect, useState } from 'react'

/** Whether this is the only tab that sells at a store; `take` makes it so. Two tabs would share one sale. */
export function useIsOnlyTab(store: number): { alone: boolean | undefined; take: () => void } {
  const [alone, setAlone] = useState<boolean | undefined>('locks' in navigator ? undefined : true)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (!('locks' in navigator)) return undefined
    let release = () => {}
    let left = false
    const untilReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    const options: LockOptions = turn > 0 ? { steal: true } : { ifAvailable: true }
    void navigator.locks
      .request(`stoa-counter-${store}`, options, (lock) => {
        if (left) return undefined
        setAlone(lock !== null)
        return lock ? untilReleased : undefined
      })
      // Another tab took the lock.
      .catch(() => {
        if (!left) setAlone(false)
      })
    return () => {
      left = true
      release()
    }
  }, [store, turn])
  return { alone, take: () => setTurn((now) => now + 1) }
}
