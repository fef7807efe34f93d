import { CounterPage } from '../parts/counter-page.tsx'

/** The counter of a store, as one column for the keyboard. */
export default function PlainCounterScreen() {
  return <CounterPage plain={true} />
}
