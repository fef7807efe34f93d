import { useState } from 'react'

/** A lightweight switch for table cells. */
export function FlagSwitch({ on, label, toggle }: { on: boolean; label: string; toggle: (on: boolean) => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const flip = () => {
    setBusy(true)
    // The saver has reported the failure and restored the value.
    toggle(!on)
      .catch(() => {})
      .finally(() => setBusy(false))
  }
  return (
    <button type="button" role="switch" className="flag" aria-checked={on} aria-label={label} disabled={busy} onClick={flip}>
      <span />
    </button>
  )
}
