import { CounterPage } from '../parts/counter-page.tsx'

/** Register screen with item pictures, for mouse, touch, keyboard and scanner. */
export default function CounterScreen() {
  return <CounterPage plain={false} />
}
