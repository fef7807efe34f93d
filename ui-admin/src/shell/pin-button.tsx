import { Button } from '@blueprintjs/core'
import { Pin, Unpin } from '@blueprintjs/icons'
import type { MenuLink } from 'stoa/api-types'
import { useT } from '../i18n/index.ts'
import { usePageActions } from '../state/page-actions.ts'
import { useHere, usePins } from './pins.ts'

/** Pins or unpins the current page. */
export function PinButton() {
  const here = useHere()
  const { canPin } = usePins()
  return canPin(here) ? <Toggle here={here} /> : null
}

function Toggle({ here }: { here: string }) {
  const { t } = useT()
  const { pinned, toggle } = usePins()
  const isPinned = pinned.some(({ to }) => to === here)
  const label = t(isPinned ? 'page.unpin' : 'page.pin')
  usePageActions([{ label, run: () => toggle(here) }])
  return (
    <Button
      className="page-pin"
      variant="minimal"
      size="small"
      icon={isPinned ? <Unpin aria-hidden /> : <Pin aria-hidden />}
      aria-label={label}
      title={label}
      onClick={() => toggle(here)}
    />
  )
}

/** Pins or unpins a menu entry, visible on hover; keyboard users have the button on the page and the command palette. */
export function MenuPin({ link }: { link: MenuLink }) {
  const { t } = useT()
  const { pinned, canPin, toggle } = usePins()
  if (!canPin(link.to)) return null
  const isPinned = pinned.some(({ to }) => to === link.to)
  const label = t(isPinned ? 'shell.unpin' : 'shell.pin', { name: link.label })
  return (
    <button type="button" className="menu-pin" tabIndex={-1} title={label} onClick={() => toggle(link.to)}>
      <span className="sr-only">{label}</span>
      {isPinned ? <Unpin aria-hidden size={12} /> : <Pin aria-hidden size={12} />}
    </button>
  )
}
