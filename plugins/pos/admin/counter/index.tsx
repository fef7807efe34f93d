import { CounterPage } from '../parts/counter-page.tsx'

/** The counter of a store, with pictures, for mouse, touch, keyboard and scanner. */
export default function CounterScreen() {
  return <CounterPage plain={false} />
}
