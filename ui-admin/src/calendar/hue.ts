import type { CSSProperties } from 'react'

/** What draws something of a kind in its colour, in light and dark: the styles ask for `--hue`, and it is the token of that name. */
export const hueStyle = (hue: string) => ({ '--hue': `var(--hue-${hue})` }) as CSSProperties
