import { PopoverNext } from '@blueprintjs/core'
import { type ComponentProps, type ReactNode, type Ref, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { dots } from './row-icons.tsx'

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'onClick' | 'children'> {
  menu: () => ReactNode
}

/** Menu button whose popover is created on first opening, so that hundreds of them stay cheap. */
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
          // The button is outside the popover. Inside, it would be replaced while the menu is open, and the focus could not return to it.
          renderTarget={({ ref }) => <Target anchor={button} take={ref} />}
        />
      )}
    </>
  )
}

/** Passes the button as target to the popover. */
function Target({ anchor, take }: { anchor: RefObject<HTMLElement | null>; take: Ref<HTMLElement> | undefined }) {
  useLayoutEffect(() => {
    if (typeof take !== 'function') return undefined
    take(anchor.current)
    return () => void take(null)
  }, [anchor, take])
  return null
}
