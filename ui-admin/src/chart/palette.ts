import { useSyncExternalStore } from 'react'
import type { ChartLook } from './types.ts'

/** Palettes that are distinguishable with common colour vision deficiencies, for light and dark themes. */
const palettes = {
  light: ['#3d5bd0', '#b45309', '#1c7c54', '#9d2c8b', '#0e7490', '#7c5e10'],
  dark: ['#8da2ff', '#f0a94e', '#62cc9b', '#e58bd6', '#5cc8e0', '#d9c06a'],
}

/** Dash patterns that distinguish series without colour. */
export const dashes: number[][] = [[], [6, 4], [2, 3], [10, 4, 2, 4], [1, 4], [12, 4]]

const isDark = () => document.body.classList.contains('bp6-dark')

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] })
  return () => observer.disconnect()
}

/** Whether the dark theme is active. */
export const useDark = (): boolean => useSyncExternalStore(watchTheme, isDark)

/** The current colours of the page. */
export function pageLook(dark: boolean): Omit<ChartLook, 'format' | 'title'> {
  const style = getComputedStyle(document.body)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    ink: token('--ink'),
    muted: token('--ink-2'),
    line: token('--line'),
    surface: token('--surface-0'),
    font: style.fontFamily,
    palette: palettes[dark ? 'dark' : 'light'],
    animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  }
}
