import { useEffect, useState } from 'react'
import { useIsHydrated } from './use-hydrated.ts'
import { CheckIcon, CopyIcon } from './icons.tsx'
import { announce } from './notices.tsx'
import { useT } from './shop.tsx'

/** How long the confirmation is shown. */
const CONFIRMATION_MS = 2_000

/** A button that copies a text shown on the page. Not rendered without scripts or clipboard permission. */
export const CopyText = ({ text, name = text }: { text: string; name?: string }) => {
  const t = useT()
  const awake = useIsHydrated()
  const [refused, setRefused] = useState(false)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [copied])
  if (!awake || refused || !('clipboard' in navigator)) return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce(t('shell.copied', { text: name }))
    } catch {
      // The text stays selectable.
      setRefused(true)
    }
  }
  return (
    <button
      type="button"
      className="button button-quiet copy-text"
      aria-label={t('shell.copy', { text: name })}
      onClick={() => void copy()}
    >
      {copied ? <CheckIcon /> : <CopyIcon />}
      <span>{text}</span>
    </button>
  )
}
