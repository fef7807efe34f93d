import { screens } from 'virtual:plugins'
import { lazy, Suspense, type ComponentType } from 'react'
import { useSession } from '../state/session.ts'
import { inTime } from './in-time.ts'

const loaded = new Map<string, ComponentType<Record<string, unknown>>>()

function piece(screen: string): ComponentType<Record<string, unknown>> | undefined {
  const load = screens[screen]
  if (load && !loaded.has(screen))
    loaded.set(
      screen,
      lazy(() => inTime(load)),
    )
  return loaded.get(screen)
}

/** A place where plugins show pieces of their own; the other props are handed on to them. */
export function Slot({ at, ...props }: { at: string } & Record<string, unknown>) {
  const { manifest } = useSession()
  return <Pieces screens={manifest.slots.filter((slot) => slot.at === at).map(({ screen }) => screen)} {...props} />
}

/** Pieces of plugins by their names, as each is loaded; those the pages were built without are left out. */
export function Pieces({ screens: named, ...props }: { screens: readonly string[] } & Record<string, unknown>) {
  return named.map((screen) => {
    const Piece = piece(screen)
    return (
      Piece && (
        <Suspense key={screen} fallback={null}>
          <Piece {...props} />
        </Suspense>
      )
    )
  })
}
