import { weekdaysIn } from 'stoa/week'
import { useT } from '../../i18n/index.ts'
import { Checks } from '../base/checks.tsx'
import type { InputProps } from '../types.ts'
import { weekdayOptions } from './names.ts'

/** Days of the week, in the order in which a week is shown everywhere else. */
export function Input(props: InputProps) {
  const { language } = useT()
  const options = weekdayOptions(language)
  return <Checks {...props} options={weekdaysIn(language).flatMap((day) => options[day - 1] ?? [])} />
}
