import { useState } from 'react'

/** A light on/off button for table cells. */
export function FlagSwitch({ on, label, toggle }: { on: boolean; label: string; toggle: (on: boolean) => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const flip = () => {
    setBusy(true)
    // The saver has told about a failure and put the old value back.
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
