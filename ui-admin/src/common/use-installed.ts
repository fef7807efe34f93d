import { useEffect, useState } from 'react'
import { keepOffline } from './keep-offline.ts'

/** Once the page stands, what it was made of is kept. */
const KEEP_AFTER_MS = 1_500

/** What a browser hands over when a page may be installed; not all have it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

interface Installing {
  /** Address of the manifest that says what is installed. */
  manifest: string
  /** The part of the admin that goes on without network. */
  scope: string
  /** What has to be loaded before the page is kept, so that it is there without network. */
  first?: () => Promise<unknown>
}

/**
 * Lets the page be installed as an app of its own, and open without network after one visit.
 * @returns what asks whether to install it, where the browser offers that and it was not done yet
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
