import { useT } from '../../i18n/index.ts'
import { Checks } from '../base/checks.tsx'
import type { InputProps } from '../types.ts'
import { weekdayOptions } from './names.ts'

/** Days of the week. */
export const Input = (props: InputProps) => <Checks {...props} options={weekdayOptions(useT().language)} />
