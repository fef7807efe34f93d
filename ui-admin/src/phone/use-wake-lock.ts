import { useEffect } from 'react'

/** Keeps the screen on while the page is visible (Screen Wake Lock API). The browser releases the lock when the page is hidden. */
export function useWake(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined
    let wakeLock: WakeLockSentinel | undefined
    let isUnmounted = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      // Rejected when the battery is low; the screen then turns off as usual.
      const got = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isUnmounted) void got?.release()
      else wakeLock = got
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', hold)
      void wakeLock?.release()
    }
  }, [])
}
