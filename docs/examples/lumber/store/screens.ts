import './theme.css'
import type { StoreParts } from 'stoa/store'

export const screens: StoreParts['screens'] = {
  'lumber/board': () => import('./board/index.tsx'),
  'lumber/makers': () => import('./makers/index.tsx'),
}

/** The template and colours of this theme. */
export const look: StoreParts['look'] = () => ({
  template: 'lumber',
  colours: { accent: '#6b4423', surface: '#fffdf8', ink: '#2a211a', sale: '#a2351d' },
})
