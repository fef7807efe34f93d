import { useEffect, useState } from 'react'
import { keepOffline } from './offline-cache.ts'

/** Delay before the page is cached, in milliseconds. */
const KEEP_AFTER_MS = 1_500

/** The `beforeinstallprompt` event, which not all browsers have. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

interface Installing {
  /** URL of the web app manifest. */
  manifest: string
  /** URL prefix that works offline. */
  scope: string
  /** Chunks to load before the page is cached. */
  first?: () => Promise<unknown>
}

/**
 * Makes the page installable (PWA), and available offline after the first visit.
 * @returns a function that shows the install prompt; undefined where the browser does not offer it
 */
export function useInstalled({ manifest, scope, first }: Installing): (() => void) | undefined {
  const [offered, setOffered] = useState<InstallEvent>()
  useEffect(() => {
    const link = document.createElement('link')
    link.rel = 'manifest'
    link.crossOrigin = 'use-credentials'
    link.href = manifest
    document.head.append(link)
    const offer = (event: Event) => {
      event.preventDefault()
      setOffered(event as InstallEvent)
    }
    const installed = () => setOffered(undefined)
    window.addEventListener('beforeinstallprompt', offer)
    window.addEventListener('appinstalled', installed)
    const keep = async () => {
      await first?.().catch(() => undefined)
      await keepOffline(scope).catch(() => undefined)
    }
    const timer = setTimeout(() => void keep(), KEEP_AFTER_MS)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('beforeinstallprompt', offer)
      window.removeEventListener('appinstalled', installed)
      link.remove()
    }
  }, [manifest, scope, first])
  return offered && (() => void offered.prompt().then(() => setOffered(undefined)))
}
