import { CounterPage } from '../parts/counter-page.tsx'

/** Register screen in one column for the keyboard. */
export default function PlainCounterScreen() {
  return <CounterPage plain={true} />
}
