import type { CSSProperties } from 'react'

/** Sets the CSS variable `--hue` to the colour token of this name, for light and dark themes. */
export const hueStyle = (hue: string) => ({ '--hue': `var(--hue-${hue})` }) as CSSProperties
