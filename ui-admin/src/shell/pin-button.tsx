import { Button } from '@blueprintjs/core'
import { Pin, Unpin } from '@blueprintjs/icons'
import { useT } from '../i18n/index.ts'
import { usePageActions } from '../state/page-actions.ts'
import { useHere, usePins } from './pins.ts'

/** Keeps the page in sight at the top of the menu, or takes it from there. */
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
