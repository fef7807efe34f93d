import { atom } from 'jotai'
import type { Me } from 'stoa/api-types'
import { store } from './store.ts'

export type Theme = Me['theme']
const KEY = 'stoa-theme'
const system = matchMedia('(prefers-color-scheme: dark)')

function stored(): Theme {
  const value = localStorage.getItem(KEY)
  return value === 'light' || value === 'dark' ? value : 'system'
}

/** The theme the user has chosen. */
export const themeAtom = atom<Theme>(stored())

function paint(): void {
  const theme = store.get(themeAtom)
  const dark = theme === 'dark' || (theme === 'system' && system.matches)
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
  document.body.classList.toggle('bp6-dark', dark)
}

/** Applies a theme and stores it for the first paint of the next visit. */
export function applyTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  store.set(themeAtom, theme)
  paint()
}

system.addEventListener('change', paint)
