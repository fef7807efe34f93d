import { PopoverNext } from '@blueprintjs/core'
import { type ComponentProps, type ReactNode, type Ref, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { dots } from './row-icons.tsx'

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'onClick' | 'children'> {
  menu: () => ReactNode
}

/** Three dots with a menu behind them that is built only once it is opened, so that a hundred of them stay light. */
export function LightMenu({ menu, ...props }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        {...props}
        ref={button}
        type="button"
        className="icon-button"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {dots}
      </button>
      {open && (
        <PopoverNext
          isOpen
          autoFocus
          placement="bottom-end"
          onInteraction={setOpen}
          content={<>{menu()}</>}
          // Within the popover it would be another button as long as the menu is open, and the focus had nothing to come back to.
          renderTarget={({ ref }) => <Target of={button} take={ref} />}
        />
      )}
    </>
  )
}

/** Tells a popover of the button beside it. */
function Target({ of, take }: { of: RefObject<HTMLElement | null>; take: Ref<HTMLElement> | undefined }) {
  useLayoutEffect(() => {
    if (typeof take !== 'function') return undefined
    take(of.current)
    return () => void take(null)
  }, [of, take])
  return null
}
