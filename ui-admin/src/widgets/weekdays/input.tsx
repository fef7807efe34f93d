import { weekdaysIn } from 'stoa/week'
import { useT } from '../../i18n/index.ts'
import { Checks } from '../base/checks.tsx'
import type { InputProps } from '../types.ts'
import { weekdayOptions } from './names.ts'

/** Weekday input, in the usual order of the week. */
export function Input(props: InputProps) {
  const { language } = useT()
  const options = weekdayOptions(language)
  return <Checks {...props} options={weekdaysIn(language).flatMap((day) => options[day - 1] ?? [])} />
}
